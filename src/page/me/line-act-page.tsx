import type { LineMeCopy } from '#contract/line-me-copy.ts'
import { longestName } from '#contract/line.ts'
import { nameField } from '#contract/personal-data.ts'
import type { PageVisit } from '#contract/render.ts'
import type { ShownCampaign } from '#contract/shown-figures.ts'
import { SmallPage } from '#page/sections/small-page.tsx'

type Visit = Extract<PageVisit, { page: 'me-line' }>

/** LINE-9: asks before an act on the own link, the mails about friends or this device. */
export function LineActPage({
  campaign,
  copy,
  visit: { act, action, mePath, name, address },
}: {
  campaign: ShownCampaign
  copy: LineMeCopy
  visit: Visit
}) {
  const words = copy.acts[act]
  return (
    <SmallPage
      campaign={campaign}
      name="me-line"
      address={address}
      sheet="line"
      title={words.title}
      drawing={{ tone: 'quiet' }}
    >
      <p className="lead">{words.text}</p>
      <form className="own-act" method="post" action={action}>
        {name && <NameField words={copy.name} name={name} />}
        <button className="btn" type="submit">
          {words.button}
        </button>
      </form>
      <div className="next-step">
        {name && name.typed !== '' && !name.isWrong && (
          <form method="post" action={action}>
            <button className="btn" data-look="line" type="submit">
              {copy.name.remove}
            </button>
          </form>
        )}
        <a className="btn" data-look="line" href={mePath}>
          {copy.back}
        </a>
      </div>
    </SmallPage>
  )
}

const NameField = ({
  words,
  name: { typed, isWrong },
}: {
  words: LineMeCopy['name']
  name: NonNullable<Visit['name']>
}) => (
  <>
    <label className="label" htmlFor="name">
      {words.label}
    </label>
    <span className="field">
      <input
        id="name"
        name={nameField}
        type="text"
        defaultValue={typed}
        maxLength={longestName}
        autoComplete="given-name"
        aria-describedby="name-hint"
        aria-invalid={isWrong || undefined}
      />
    </span>
    <p id="name-hint" className="note" role={isWrong ? 'alert' : undefined}>
      {isWrong ? words.wrong : words.hint}
    </p>
  </>
)
