import type { ReactNode } from 'react'
import type { TextNow } from '#contract/line/copy.ts'
import type { PageVisit } from '#contract/render.ts'
import type { ShownCampaign } from '#contract/figures/shown-figures.ts'
import { HomeLink, Press } from './next-step.tsx'
import { pageTitle, type ShownPage } from './shown-page.ts'
import { SmallPage, type Figure, type Heading } from './small-page.tsx'

/** A page that says one thing and has at most one button. */
export type PlainPage = {
  /** 200, if it is left out */
  status?: number
  words: Omit<Heading, 'jump'> & TextNow & { button?: string; level?: string }
  /** Left out, nothing has the accent colour, as where no spot is won or lost. */
  figure?: Figure | null
  /** between the text and the button */
  more?: ReactNode
  /** instead of the way home, where there is no button */
  next?: ReactNode
  /** The press takes something away that nobody can bring back, so that it does not invite. */
  isFinal?: boolean
  /** beside the button, and behind it in the order of keys, as on every page that asks */
  back?: { href: string; text: string }
  /** below the button */
  after?: ReactNode
}

export const plainPage = (
  campaign: ShownCampaign,
  visit: PageVisit,
  page: PlainPage,
): ShownPage => ({
  status: page.status ?? 200,
  title: pageTitle(typeof page.words.title === 'string' ? page.words.title : '', campaign.brand),
  body: <Plain campaign={campaign} visit={visit} page={page} />,
})

/** Only its button acts, because mail scanners follow links. */
function Plain({
  campaign,
  visit,
  page: { words, figure = { tone: 'quiet' }, more, next, isFinal, back, after },
}: {
  campaign: ShownCampaign
  visit: PageVisit
  page: PlainPage
}) {
  const action = 'action' in visit ? visit.action : undefined
  return (
    <SmallPage
      campaign={campaign}
      visit={visit}
      heading={words}
      figure={figure && { level: words.level, ...figure }}
    >
      <p className="lead">{saidNow(campaign, words)}</p>
      {more}
      <div className="next-step">
        {words.button ? (
          <Press action={action} look={isFinal ? 'final' : undefined}>
            {words.button}
          </Press>
        ) : (
          (next ?? <HomeLink />)
        )}
        {back && (
          <a className="btn" data-look="line" href={back.href}>
            {back.text}
          </a>
        )}
      </div>
      {after}
    </SmallPage>
  )
}

/** END-2: the text of a page, without what only an open list can keep. */
export const saidNow = <Words extends string>(
  { notice }: ShownCampaign,
  { text, whileOpen }: TextNow<Words>,
): Words =>
  // Together they have the blanks of both.
  whileOpen && !notice ? (`${text} ${whileOpen}` as Words) : text
