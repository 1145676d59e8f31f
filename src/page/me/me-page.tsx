import type { ReactNode } from 'react'
import { me } from '#campaign/copy/me.ts'
import type { Campaign } from '#contract/campaign.ts'
import type { KeptConsent, KeptMailNote, KeptPerson } from '#contract/personal-data.ts'
import type { PageVisit } from '#contract/render.ts'
import { isSilenced, type PersonState } from '#contract/waitlist.ts'
import { StandalonePage } from '#page/sections/standalone-page.tsx'
import { Choices } from './choices.tsx'
import { KeptResult } from './kept-result.tsx'
import { filled, placementOf, timeOf } from './words.ts'

type Props = { campaign: Campaign; visit: Extract<PageVisit, { page: 'me' }> }

/** What is kept about somebody, in words, and what they can do about it. It needs no script. */
export const MePage = ({ campaign, visit: { kept, action } }: Props) => (
  <StandalonePage campaign={campaign} name="me">
    <h1 className="stamped">
      <span>{me.title}</span>
    </h1>
    <p className="lead body">{filled(me.intro, { email: kept.email })}</p>
    <Part title={me.address}>
      <p>
        {filled(me.states[kept.state], {
          joined: timeOf(kept.joinedAt),
          confirmed: timeOf(kept.confirmedAt),
          left: timeOf(kept.leftAt),
        })}
      </p>
      <p>{filled(me.entered, { placement: placementOf(kept.placement) })}</p>
      {originOf(kept).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Part>
    <Part title={me.choices.title}>
      <Choices kept={kept} action={action} consent={campaign.consents[0]} />
    </Part>
    <Part title={me.consents.title}>
      {orNone(kept.consents, me.consents.none, (consent, index) => (
        <Consented key={index} {...consent} />
      ))}
    </Part>
    <Part title={me.quiz.title}>
      {orNone(kept.quizResults, me.quiz.none, (result) => (
        <KeptResult key={result.id} result={result} quiz={campaign.quiz} />
      ))}
      {kept.sequence && mayBeMailed(kept.state) && (
        <p>
          {filled(me.quiz.sequence, {
            step: kept.sequence.step ?? me.quiz.noStep,
            next: timeOf(kept.sequence.dueAt),
          })}
        </p>
      )}
    </Part>
    <Part title={me.mails.title}>
      {orNone(kept.mails, me.mails.none, (mail, index) => (
        <p key={index}>{mailed(mail)}</p>
      ))}
    </Part>
    <Part title={me.counts.title}>
      <p>{me.counts.text}</p>
    </Part>
    <Part title={me.links.title}>
      <p>
        {kept.links.length === 0
          ? me.links.none
          : filled(me.links.text, { count: kept.links.length })}
      </p>
    </Part>
  </StandalonePage>
)

function originOf({ importedAt, referrer, ...kept }: KeptPerson): string[] {
  const words = (['source', 'medium', 'campaign'] as const)
    .filter((part) => kept[part])
    .map((part) => filled(me.originWords[part], { word: kept[part] }))
  return [
    ...(importedAt === null ? [] : [filled(me.imported, { imported: timeOf(importedAt) })]),
    ...(words.length > 0
      ? [filled(importedAt === null ? me.origin : me.listed, { words: words.join(', ') })]
      : []),
    ...(referrer ? [filled(me.referrer, { referrer })] : []),
  ]
}

const mayBeMailed = (state: PersonState) => state !== 'unsubscribed' && !isSilenced(state)

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="ref">{title}</h2>
    <div className="body stack">{children}</div>
  </section>
)

function orNone<Item>(
  items: readonly Item[],
  none: string,
  draw: (item: Item, index: number) => ReactNode,
): ReactNode {
  return items.length === 0 ? <p>{none}</p> : items.map(draw)
}

const Consented = ({ version, wording, placement, source, givenAt }: KeptConsent) => (
  <div>
    {wording === '' ? <p>{me.consents.unworded}</p> : <blockquote>{wording}</blockquote>}
    <p className="note">
      {filled(source === null ? me.consents.given : me.consents.imported, {
        given: timeOf(givenAt),
        placement: placementOf(placement),
        version,
        source: source ?? '',
      })}
    </p>
  </div>
)

function mailed({ template, state, queuedAt, sentAt }: KeptMailNote): string {
  const { sent, waiting, unsent, unknown, names } = me.mails
  const words =
    state === 'sent'
      ? sent
      : state === 'uncertain'
        ? unknown
        : ['due', 'sending', 'overdue'].includes(state)
          ? waiting
          : unsent
  const mail = (names as Partial<Record<string, string>>)[template] ?? template
  return filled(words, { mail, sent: timeOf(sentAt), made: timeOf(queuedAt) })
}
