import { language, prefix } from '#campaign'
import { devicePaths } from '#contract/api.ts'
import { liveTexts } from '#contract/live/texts.ts'
import type { DevicePlace, FriendVisit, LandingVisit, Site } from '#contract/render.ts'
import type { ShownCampaign } from '#contract/figures/shown-figures.ts'
import { grouped } from '#page/browser/numbers.ts'
import { fill, type Text } from '#contract/text.ts'
import { inZone } from '#contract/time.ts'
import type { FormWords } from '#page/signup/form-words.ts'

/**
 * LINE-3: the badge of the hero. Behind a friend's link it says that somebody sent the visitor, and
 * who only where the owner of the link shows a name.
 */
export function Badge({
  campaign: { hero, line },
  friend,
}: {
  campaign: ShownCampaign
  friend: FriendVisit | undefined
}) {
  if (!friend || !line) return <p className="chip label">{hero.badge}</p>
  const { chip, moves } = friend.name ? line.copy.landing.friend.named : line.copy.landing.friend
  const named = (text: Text<'name'>) => fill(text, { name: friend.name })
  return (
    <p className="from">
      <span className="chip label">{named(chip)}</span>
      {line.terms.perFriend > 0 && <span>{named(moves)}</span>}
    </p>
  )
}

/**
 * LINE-9: what the hero's form says with a line: whose the next place is, and what is left to do.
 */
export function heroWords(
  campaign: ShownCampaign,
  { friend }: LandingVisit,
  words: FormWords,
  optIn: Site['optIn'],
): FormWords {
  const { line } = campaign
  if (!line) return words
  return {
    ...words,
    ...(friend && { note: line.copy.landing.friend.note }),
    ...(optIn === 'double' && { steps: stepsOf(campaign, line.copy.landing.steps) }),
  }
}

function stepsOf(
  campaign: ShownCampaign,
  { mail, place, next, link }: NonNullable<ShownCampaign['line']>['copy']['landing']['steps'],
): string[] {
  const texts = campaign.counted && liveTexts(campaign.counted, campaign)
  const now = texts && fill(next, { place: texts.nextPlace, time: texts.time })
  return [mail, now ? `${place} ${now}` : place, `${link} ${campaign.forms.bonus}`]
}

/** LINE-9: instead of the form, on a device that its person asked to remember them. */
export function DeviceSeat({ campaign, device }: { campaign: ShownCampaign; device: DevicePlace }) {
  const { line, timeZone } = campaign
  if (!line) return null
  const { around, asOf, open, why, forget } = line.copy.landing.device
  return (
    <div id="hero-form" tabIndex={-1}>
      <div className="seat">
        <span className="num">{grouped(device.place)}</span>
        <p>
          <b>{line.copy.place}.</b>{' '}
          {fill(around, { before: grouped(device.before), behind: grouped(device.behind) })}
          <span className="as-of">
            {fill(asOf, { time: inZone(device.asOf, timeZone, language).time })}
          </span>
        </p>
        <form method="post" action={prefix + devicePaths.open}>
          <button className="btn" type="submit">
            {open}
          </button>
        </form>
      </div>
      <form className="seat-note" method="post" action={prefix + devicePaths.forget}>
        {why}{' '}
        <button className="another" type="submit">
          {forget}
        </button>
      </form>
    </div>
  )
}
