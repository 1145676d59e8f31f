import { liveTexts } from '#contract/live-texts.ts'
import { showsCrowd, type ShownCampaign } from '#contract/shown-figures.ts'
import { fill, grouped } from '#contract/text.ts'
import { Counted, Filled } from './counted.tsx'

/**
 * TOP-1 with live figures (LIVE-2): the next place, and from half of the goal on the share that is
 * reached. It does not rotate. A goal that was reached is said in words (END-1).
 */
export function LiveStrip({ campaign }: { campaign: ShownCampaign }) {
  const { counted, figures, live, sections } = campaign
  if (!counted || !sections.strip) return null
  const { label } = sections.strip
  const launch = { registered: counted.registered, goal: figures.launch.value.goal }
  const goal = grouped(launch.goal)
  const { next, share } = live.strip
  const messages = [
    { text: next, n: 'nextPlace' as const },
    ...(showsCrowd(launch) && counted.goalReachedAt === null
      ? [{ text: share, n: 'wholePercent' as const }]
      : []),
  ]
  const texts = liveTexts(counted, campaign)
  // An open page's place grows, and must not need a second line.
  const longest = { ...texts, ...(texts.nextPlace.length < goal.length && { nextPlace: goal }) }
  return (
    <aside className="strip" data-type="scarcity-banner" aria-label={label} data-mounted="">
      <p className="label">{label}</p>
      <p
        className="message"
        data-longest={messages
          .map(({ text, n }) => fill(text, { n: longest[n], goal }))
          .join(' – ')}
      >
        <span>
          {messages.map(({ text, n }, index) => (
            <span key={n}>
              {index > 0 && ' – '}
              <Filled text={text} values={{ n: <Counted campaign={campaign} name={n} />, goal }} />
            </span>
          ))}
        </span>
      </p>
    </aside>
  )
}
