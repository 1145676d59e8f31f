import { confirm } from '#campaign/copy/interface.ts'
import type { PageVisit } from '#contract/render.ts'
import type { ShownCampaign } from '#contract/shown-figures.ts'
import { SmallPage } from '#page/sections/small-page.tsx'
import { OwnNext } from './own-gauge.tsx'

type Visit = Extract<PageVisit, { page: 'confirm' }>
type Props = {
  campaign: ShownCampaign
  line: NonNullable<ShownCampaign['line']>
  visit: Visit
  ahead: NonNullable<Visit['ahead']>
}

/** LINE-9: before the press: the level, and the dot that would be the person's. */
export function AskPage({ campaign, line, visit, ahead }: Props) {
  const words = line.copy.pages.ask
  return (
    <SmallPage
      campaign={campaign}
      name={visit.page}
      sheet="line"
      address={visit.address}
      title={words.title}
      titleLines={words.lines}
      drawing={{
        dot: 'next',
        own: {
          registered: ahead.registered,
          words: ahead.nextPlace !== null && (
            <OwnNext
              campaign={campaign}
              asOf={ahead.asOf}
              nextPlace={ahead.nextPlace}
              words={{ level: confirm.ask.level, next: words.next }}
            />
          ),
        },
      }}
    >
      <p className="lead">{ahead.nextPlace === null ? words.returns : words.text}</p>
      <div className="next-step">
        <form method="post" action={visit.action}>
          <button className="btn" type="submit">
            {confirm.ask.button}
          </button>
        </form>
      </div>
    </SmallPage>
  )
}
