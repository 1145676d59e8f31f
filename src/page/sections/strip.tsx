import { grouped } from '#page/browser/numbers.ts'
import { fill } from '#contract/text.ts'
import { showsCrowd } from '#contract/figures/gauge-level.ts'
import type { LaunchNotice } from '#contract/launch/launch.ts'
import { liveTexts } from '#contract/live/texts.ts'
import { isLive, type ShownCampaign } from '#contract/figures/shown-figures.ts'
import { Filled } from '#page/ui/filled.tsx'
import { Counted, servedFigure } from './figure.tsx'

/**
 * TOP-1 to TOP-3: the banner at the top. The message's place holds the longest, so that none of
 * them moves the page.
 */
export function Strip({ campaign }: { campaign: ShownCampaign }) {
  const { figures, sections } = campaign
  if (!sections.strip || !figures.earlySpots || !figures.batchPercent) return null
  const { label } = sections.strip
  const { longest, message } = isLive(campaign) ? liveMessage(campaign) : messageInTurn(campaign)
  return (
    <aside
      className="strip"
      data-type="scarcity-banner"
      aria-label={label}
      data-mounted={isLive(campaign) ? '' : undefined}
    >
      <p className="label">{label}</p>
      <p className="message" data-longest={longest}>
        {message}
      </p>
    </aside>
  )
}

/** TOP-2: figures/show-figures.ts shows the messages in turn. */
function messageInTurn(campaign: ShownCampaign) {
  const spots = servedFigure(campaign, 'earlySpots')
  const percent = servedFigure(campaign, 'batchPercent').text
  const texts = campaign.sections.strip!.messages.map((text, index) =>
    index === 0 ? text : fill(text, { n: percent }),
  )
  const filled = texts.map((text) => fill(text, { n: spots.text }))
  return {
    longest: longestOf(filled),
    message: (
      <span data-tick={spots.tick} data-texts={JSON.stringify(texts)}>
        {filled[0]}
      </span>
    ),
  }
}

const longestOf = (texts: readonly string[]) =>
  texts.reduce((longest, text) => (text.length > longest.length ? text : longest))

/**
 * LIVE-2: the next place, and from half of the goal on the share that is reached. It does not
 * rotate. A goal that was reached is said in words (END-1).
 */
function liveMessage(campaign: ShownCampaign) {
  const { figures, live } = campaign
  // Where nothing is counted the figures of the strip are null.
  const counted = campaign.counted!
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
  return {
    longest: messages.map(({ text, n }) => fill(text, { n: longest[n], goal })).join(' – '),
    message: (
      <span>
        {messages.map(({ text, n }, index) => (
          <span key={n}>
            {index > 0 && ' – '}
            <Filled text={text} values={{ n: <Counted campaign={campaign} name={n} />, goal }} />
          </span>
        ))}
      </span>
    ),
  }
}

/** END-2: the state of the launch, at the top of a page. */
export const LaunchStrip = ({ notice }: { notice: LaunchNotice | undefined }) =>
  notice?.text && (
    <aside className="strip" aria-label={notice.label} data-mounted="" data-still="">
      <p className="label">{notice.label}</p>
      <p className="message" data-longest={notice.text}>
        <span>{notice.text}</span>
      </p>
    </aside>
  )
