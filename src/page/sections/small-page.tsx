import type { ReactElement, ReactNode } from 'react'
import { forAddress } from '#campaign'
import { isAfterLaunch } from '#contract/launch/notice.ts'
import { lineSheet, type PageVisit } from '#contract/render.ts'
import { isLive, type ShownCampaign } from '#contract/figures/shown-figures.ts'
import { fill } from '#contract/text.ts'
import { markAttribute } from '#page/signup/joined.ts'
import { Footer, noteOf, rulesOf } from './footer.tsx'
import { Headline } from './headline.tsx'
import { LaunchStrip } from './strip.tsx'
import { Masthead } from './masthead.tsx'
import type { PageName } from './shown-page.ts'
import { Unit, type Drawing } from './unit.tsx'

/** What stands above the text of a small page. */
export type Heading = {
  /** in the mast, a link to a part of the page */
  jump?: { href: string; text: string }
  chip?: ReactNode
  /** a text, or an element that is a heading */
  title: string | ReactElement
  /** the title's language, where it is not the page's */
  lang?: string
}

/** Fig. 1, or what stands `instead`. */
export type Figure = Drawing & { instead?: ReactElement }

export type SmallPageProps = {
  campaign: ShownCampaign
  visit: PageVisit
  heading: Heading
  /** null for none */
  figure?: Figure | null
  children: ReactNode
  /** the sections below the title and the figure */
  below?: ReactNode
}

/**
 * A page beside the landing page: the hero's columns, with the title on the left and Fig. 1 on the
 * right. It needs no script. END-3: after the launch it has no drawing, which shows a goal and a
 * seal, and no note on figures without one.
 */
export const SmallPage = ({
  campaign,
  visit,
  heading,
  figure = {},
  children,
  below,
}: SmallPageProps) => {
  const { jump, chip, title, lang } = heading
  const address = addressOf(visit)
  const beside = figure && (figure.instead ?? drawingOf(campaign, visit, figure))
  return (
    <>
      {isOfLine(visit, figure) && <link rel="stylesheet" href={lineSheet} />}
      <LaunchStrip notice={campaign.notice} />
      <Masthead brand={campaign.brand} mast={campaign.mast} jump={jump} />
      <main data-page={visit.page} data-mark={markOf(visit)}>
        <div className="hero wrap small">
          <div className="pitch">
            {chip && <p className="chip label">{chip}</p>}
            {typeof title === 'string' ? <Headline text={title} lang={lang} /> : title}
            {address && <p className="note">{fill(forAddress, { email: address })}</p>}
            {children}
          </div>
          {beside}
        </div>
        {below}
      </main>
      <Footer
        brand={campaign.brand}
        visit={visit}
        note={beside ? (isOwn(figure) ? campaign.live.note : noteOf(campaign)) : false}
        rules={visit.page === 'line-rules' ? undefined : rulesOf(campaign)}
      />
    </>
  )
}

/** A part of the sections below, with its title beside it. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="ref">{title}</h2>
    <div className="body stack">{children}</div>
  </section>
)

/** A link acts for it. `/me` names it whole, and an ended list has nothing to act on. */
const addressOf = (visit: PageVisit) =>
  'address' in visit && !unnamed.has(visit.page) ? visit.address : undefined
const unnamed: ReadonlySet<PageName> = new Set(['me', 'ended'])

const isOwn = (figure: Figure | null) => figure?.registered !== undefined

const linePages: ReadonlySet<PageName> = new Set(['line-rules', 'spot', 'spot-busy', 'me-line'])

/** LINE-9: these have a sheet besides that of all small pages. */
const isOfLine = ({ page }: PageVisit, figure: Figure | null) =>
  linePages.has(page) || isOwn(figure)

/**
 * LINE-9: pages of the line say what is counted. Without a count the barrel is empty, since a
 * simulated level would contradict the person's own page.
 */
function drawingOf(campaign: ShownCampaign, visit: PageVisit, figure: Figure) {
  if (isAfterLaunch(campaign)) return null
  const isCounted = isOwn(figure) || isLive(campaign)
  const isEmpty = isOfLine(visit, figure) && !isCounted
  return <Unit campaign={campaign} drawing={isEmpty ? { tone: 'empty' } : figure} />
}

/** FORM-9: what the browser stores of a visitor who has confirmed or left, now or earlier. */
function markOf(visit: PageVisit): string | undefined {
  const isDone = 'view' in visit && (visit.view === 'done' || visit.view === 'already')
  if (visit.page === 'quiz-saved') return markAttribute('joined')
  if (visit.page === 'confirm') return isDone ? markAttribute('confirmed') : undefined
  if (visit.page === 'unsubscribe')
    return isDone || visit.view === 'removed' ? markAttribute('left') : undefined
  return undefined
}
