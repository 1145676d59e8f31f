import { me } from '#campaign'
import { type Campaign } from '#contract/campaign/campaign.ts'
import { consentWording } from '#contract/campaign/consents.ts'
import { meDownload, type PersonalData } from '#contract/people/personal-data.ts'
import { isSilenced } from '#contract/people/waitlist.ts'
import { Press } from '#page/sections/next-step.tsx'

/** `agreed`: to the line that a page shows now. */
type Props = {
  person: PersonalData
  agreed: boolean
  action: string
  consents: Campaign['consents']
}

/**
 * One button for each action that the person's state allows. Leaving and erasing ask first, on pages
 * of their own: a place or a spot may be given up.
 */
export function Choices({ person: { state }, agreed, action, consents }: Props) {
  const { choices } = me
  const mayAgree = !isSilenced(state) && (state !== 'confirmed' || !agreed)
  return (
    <>
      {isSilenced(state) && <p>{choices.silenced}</p>}
      {mayAgree && (
        <div className="stack">
          <p>{choices.agreeText}</p>
          <blockquote>{consentWording(consents[0])}</blockquote>
          <Press action={`${action}/consent`} look="line">
            {state === 'confirmed' ? choices.renew : choices.agree}
          </Press>
        </div>
      )}
      <div className="next-step">
        <a className="btn" data-look="line" href={`${action}/${meDownload}`} download>
          {choices.download}
        </a>
        {state === 'confirmed' && (
          <a className="btn" data-look="line" href={`${action}/leave`}>
            {choices.leave}
          </a>
        )}
        {state === 'unconfirmed' && (
          <Press action={`${action}/leave`} look="final">
            {choices.remove}
          </Press>
        )}
        <a className="btn" data-look="line" href={`${action}/erase`}>
          {choices.erase}
        </a>
      </div>
    </>
  )
}
