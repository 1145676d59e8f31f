import { linePaths, openCredits } from '#contract/line-screens.ts'
import { navigation } from '#contract/navigation.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Plate, Screen } from '#dashboard/frame/screen.tsx'
import { countText, CreditsTable } from './credits-table.tsx'

type View = ViewOf<'line-credits'>

/** LINE-5: every credit that an operator can rule on, 50 on a page. */
export const LineCreditsScreen = ({ state, counts, credits, next }: View) => (
  <Screen
    nav="line"
    title="Friends to look at"
    back={navigation.line}
    tools={
      <nav className="pick" aria-label="State">
        {openCredits.map((name) => (
          <a
            key={name}
            href={`${linePaths.credits}?state=${name}`}
            aria-current={name === state || undefined}
          >
            {names[name]} {countText(counts[name])}
          </a>
        ))}
      </nav>
    }
  >
    <Plate
      id="credits"
      name={names[state]}
      caption={
        <>
          <p className="note">{meanings[state]}</p>
          <p className="note">The oldest first.</p>
        </>
      }
    >
      {credits.length === 0 ? <p>None.</p> : <CreditsTable credits={credits} />}
      {next && (
        <nav className="pager" aria-label="Pages">
          <a href={`${linePaths.credits}?state=${state}`}>Oldest</a>
          <a href={next} rel="next">
            Next
          </a>
        </nav>
      )}
    </Plate>
  </Screen>
)

const names = { waiting: 'Waiting', 'place-only': 'For the place only' } as const

const meanings = {
  waiting:
    'These friends count for nothing until somebody rules. Without a ruling they count for the place after some days, never for a reward.',
  'place-only':
    'Nobody ruled on these friends in time. They count for the place. A ruling lets them count for rewards too, or for nothing.',
} as const
