import { language } from '#campaign'
import type { SpotCopy } from '#contract/line/copy.ts'
import type { ShownSpot } from '#contract/line/spot.ts'
import type { ShownCampaign } from '#contract/figures/shown-figures.ts'
import { titleOf } from '#contract/quiz/quiz.ts'
import { grouped } from '#page/browser/numbers.ts'
import { pluralOf } from '#contract/numbers.ts'
import { fill } from '#contract/text.ts'
import { inZone } from '#contract/time.ts'
import { Press } from '#page/sections/next-step.tsx'
import { plainPage, saidNow, type PlainPage } from '#page/sections/plain-page.tsx'
import { showNotFound } from '#page/sections/plain-pages.tsx'
import type { ShowPage } from '#page/sections/shown-page.ts'
import type { Drawing } from '#page/sections/unit.tsx'
import { Clock } from '#page/figures/clock.tsx'
import { endShownAs, partsOf } from '#page/figures/countdown.ts'
import { CrowdReading } from './own-readings.tsx'

/** LINE-8: the page of a spot's code. */
export const showSpot: ShowPage<'spot'> = (campaign, visit) => {
  const copy = campaign.line?.copy.spot
  if (!copy) return showNotFound(campaign)
  const { spot, action } = visit
  const { state, registered, now } = spot
  const { chip, title, level, ...said } = state === 'invited' ? copy.open : copy[state]
  const text = state === 'invited' && spot.isLast ? copy.open.last : saidNow(campaign, said)
  const values = valuesOf(campaign, spot)
  return plainPage(campaign, visit, {
    words: { chip: fill(chip, values), title, text: fill(text, values) },
    figure: {
      ...drawings[state],
      registered,
      reading: (
        <CrowdReading campaign={campaign} counted={{ registered, asOf: now }} level={level} />
      ),
    },
    ...(state === 'invited' && heldParts(copy.open, spot, action, values)),
    ...(state === 'came' && takenParts(copy.came, spot, campaign.launch.shop, values)),
  })
}

const drawings: Record<ShownSpot['state'], Drawing> = {
  invited: {},
  came: { dot: 'last' },
  expired: { tone: 'quiet' },
  passed: { tone: 'quiet' },
  left: { tone: 'quiet' },
}

type Values = Record<'wave' | 'place' | 'until' | 'time' | 'type' | 'date', string>

const valuesOf = ({ timeZone, quiz }: ShownCampaign, spot: ShownSpot): Values => ({
  wave: grouped(spot.wave),
  place: grouped(spot.place),
  until: inZone(spot.until, timeZone, language).dayAndTime,
  time: inZone(spot.now, timeZone, language).time,
  type: (spot.quizType && titleOf(quiz, spot.quizType)) ?? '',
  date: spot.usedAt === null ? '' : inZone(spot.usedAt, timeZone, language).dayAndTime,
})

type Parts = Pick<PlainPage, 'more' | 'next' | 'after'>

const heldParts = (
  { ofType, take, pass, clock }: SpotCopy['open'],
  spot: ShownSpot,
  action: string,
  values: Values,
): Parts => ({
  more: values.type && <p>{fill(ofType, values)}</p>,
  next: (
    <>
      <Press action={`${action}/take`}>{take}</Press>
      <Press action={`${action}/pass`} look="final">
        {pass}
      </Press>
    </>
  ),
  after: (
    <div className="spot-clock">
      {endShownAs(spot.until - spot.now) !== 'date' && <Left words={clock} spot={spot} />}
      <p className="note">{fill(clock.note, values)}</p>
    </div>
  ),
})

const takenParts = (
  { code, used, shop }: SpotCopy['came'],
  spot: ShownSpot,
  address: string | null,
  values: Values,
): Parts => ({
  more: (
    <dl className="spot-code">
      <dt className="label">{code}</dt>
      <dd className="num">{spot.code}</dd>
      {spot.usedAt !== null && <dd>{fill(used, values)}</dd>}
    </dl>
  ),
  next: address && (
    <a className="btn" href={address}>
      {shop}
    </a>
  ),
})

/** Days, hours and minutes of this response: seconds would stand still without script. */
function Left({ words, spot }: { words: SpotCopy['open']['clock']; spot: ShownSpot }) {
  const leftS = Math.floor((spot.until - spot.now) / 1_000)
  const digits = partsOf(leftS, 4)
  const units = words.units.map(({ one, some }, at) =>
    pluralOf(Number(digits[at]), language, one, some),
  )
  return <Clock name={words.name} units={units} leftS={leftS} days />
}
