import type { LineMeCopy } from '#contract/line/copy.ts'
import { longestName } from '#contract/line/line.ts'
import { nameField } from '#contract/people/personal-data.ts'
import { Press } from '#page/sections/next-step.tsx'
import { showNotFound } from '#page/sections/plain-pages.tsx'
import { pageTitle, type ShowPage, type Visit } from '#page/sections/shown-page.ts'
import { SmallPage } from '#page/sections/small-page.tsx'

/** LINE-9: asks before an act on the own link, the mails about friends or this device. */
export const showMeLine: ShowPage<'me-line'> = (campaign, visit) => {
  const copy = campaign.line?.copy.me
  if (!copy) return showNotFound(campaign)
  const { act, action, mePath, name } = visit
  const words = copy.acts[act]
  return {
    status: name?.isWrong ? 422 : 200,
    title: pageTitle(words.title, campaign.brand),
    body: (
      <SmallPage campaign={campaign} visit={visit} heading={words} figure={{ tone: 'quiet' }}>
        <p className="lead">{words.text}</p>
        <form className="own-act" method="post" action={action}>
          {name && <NameField words={copy.name} name={name} />}
          <button className="btn" data-look={isFinal(act) ? 'final' : undefined} type="submit">
            {words.button}
          </button>
        </form>
        <div className="next-step">
          {name && name.typed !== '' && !name.isWrong && (
            <Press action={action} look="line">
              {copy.name.remove}
            </Press>
          )}
          <a className="btn" data-look="line" href={mePath}>
            {copy.back}
          </a>
        </div>
      </SmallPage>
    ),
  }
}

/** Nobody can take these back: an old code opens nothing again, a browser is remembered by its visitor alone. */
const isFinal = (act: Visit<'me-line'>['act']) => act === 'new-link' || act === 'forget'

const NameField = ({
  words,
  name: { typed, isWrong },
}: {
  words: LineMeCopy['name']
  name: NonNullable<Visit<'me-line'>['name']>
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
