import { endBar } from '#campaign'
import { paths } from '#contract/api.ts'
import { endBlanks, knownSentences } from '#contract/launch/state-words.ts'
import type { SetState } from '#contract/launch/launch.ts'
import type { PageFacts } from '#contract/live/figures.ts'
import type { ShownCampaign } from '#contract/figures/shown-figures.ts'
import { Assembled } from '#page/sections/assembled.tsx'
import { showNotFound } from '#page/sections/plain-pages.tsx'
import { pageTitle, statusOf, type ShowPage, type Visit } from '#page/sections/shown-page.ts'
import { SmallPage } from '#page/sections/small-page.tsx'
import { EmailForm } from '#page/signup/email-form.tsx'
import { ProblemNotice } from '#page/signup/form-notices.tsx'
import { formWords, problemWords } from '#page/signup/form-words.ts'
import { stateOf } from '#page/signup/use-email-form.ts'

/** END-2: the state is in the title, so that screen readers read it first (WCAG 2.4.2). */
export const showEnded: ShowPage<'ended'> = (campaign, visit, { facts }) => {
  if (!facts || facts.launch.state === 'open') return showNotFound(campaign)
  const { headline, card } = campaign.ends[facts.launch.state]
  const { description } = campaign.head
  return {
    status: visit.refused ? 409 : statusOf(visit.form),
    title: pageTitle(card.title, campaign.brand),
    ...(!visit.refused && { listed: { path: '/', description: headline || description } }),
    body: <EndedPage campaign={campaign} visit={visit} facts={facts} />,
  }
}

type Props = {
  campaign: ShownCampaign
  visit: Visit<'ended'>
  /** of a launch that is not open */
  facts: PageFacts
}

/** END-1, END-2: the page of a list that is paused, closed or launched. It needs no script. */
function EndedPage({ campaign, visit, facts: { launch, live, now } }: Props) {
  const state = launch.state as SetState
  const { chip, headline, lead, note, bar } = campaign.ends[state]
  const isLaunched = state === 'launched'
  const { goal } = campaign.figures.launch.value
  const counted = live && { registered: live.registered, goal }
  const named = endBlanks(launch, counted, { ...campaign, now })
  const blanks = isLaunched ? { ...named, goal: undefined } : named
  const known = (sentences: readonly string[]) => knownSentences(sentences, blanks)
  const once = state === 'closed' && campaign.launch.tellOnce
  const shop = isLaunched ? campaign.launch.shop : null
  return (
    <SmallPage
      campaign={campaign}
      visit={visit}
      heading={{ title: headline, chip: known(chip)[0] }}
      {...(state !== 'launched' && {
        figure: { level: known(campaign.ends[state].level)[0], tone: 'quiet' },
      })}
      below={
        <>
          {isLaunched && <Whole name={campaign.sections.final.figure} />}
          <EndBar {...bar} text={known(bar.text)[0]} href={once ? `#${formId}` : shop} />
        </>
      }
    >
      <p className="lead">{known(lead).join(' ')}</p>
      {state === 'paused' && (
        <p className="kept" id="kept">
          {campaign.ends.paused.kept}
        </p>
      )}
      {once && <OnceForm campaign={campaign} visit={visit} note={known(note).join(' ')} />}
      {shop && (
        <p className="next-step">
          <a className="btn" href={shop}>
            {campaign.ends.launched.cta}
          </a>
        </p>
      )}
      {!once && <p className="note">{known(note).join(' ')}</p>}
    </SmallPage>
  )
}

const formId = 'once-form'

/** END-3: an address for one mail. It is filled with the address of a form that came too late. */
function OnceForm({ campaign, visit, note }: Omit<Props, 'facts'> & { note: string }) {
  const { placeholder, cta, consent } = campaign.ends.closed.once
  const view = visit.form ?? { state: 'idle', typed: '' }
  const problem = problemWords(view)
  return (
    <EmailForm
      options={{ variant: 'inline', size: 'large', placeholder, ctaText: cta, section: 'once' }}
      served={{
        pageToken: visit.pageToken,
        consent,
        words: { ...formWords(campaign, { optIn: 'double' }), note },
      }}
      form={{ state: stateOf(view) }}
      plain={{ action: `${paths.tellOnce}#${formId}`, required: true }}
      problem={problem && <ProblemNotice {...problem} />}
    />
  )
}

/** Fig. 2: the unit, put together and full. */
const Whole = ({ name }: { name: string }) => (
  <div className="figure-two wrap">
    <div>
      <Assembled share={1} name={name} />
    </div>
    <p className="label" aria-hidden="true">
      {name}
    </p>
  </div>
)

type BarProps = {
  title: string
  text: string | undefined
  button: string | null
  /** where the button leads; without it there is none */
  href: string | null
}

/**
 * The bar of a list that is paused, closed or launched (END-1). The browser itself folds it, so it
 * needs no script.
 */
const EndBar = ({ title, text, button, href }: BarProps) => (
  <aside className="end-bar" aria-label={endBar.label}>
    <details open>
      <summary aria-label={endBar.fold} />
      <p>
        <b>{title}</b> {text}
      </p>
      {button && href && (
        <a className="btn" data-look={href.startsWith('#') ? 'line' : undefined} href={href}>
          {button}
        </a>
      )}
    </details>
  </aside>
)
