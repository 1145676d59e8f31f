import { endBlanks, knownSentences } from './state-words.ts'
import type { SetState } from './launch.ts'
import type { PageFacts } from '#contract/live/figures.ts'
import type { ShownCampaign } from '#contract/figures/shown-figures.ts'
import { filledOrNull } from '#contract/text.ts'

/**
 * The campaign with its words for the state of the launch, so that no page says what was true in
 * another one: while sign-ups are stopped nothing `remains`, and after the launch no issue is the
 * one before it (END-3).
 */
export function atLaunchState(
  campaign: ShownCampaign,
  facts: PageFacts | undefined,
): ShownCampaign {
  if (!facts || facts.launch.state === 'open') return campaign
  const { launch, live, now } = facts
  const state = launch.state as SetState
  const { hero, mast, timeZone, language } = campaign
  const { goal } = campaign.figures.launch.value
  const counted = live && { registered: live.registered, goal }
  const known = (sentences: readonly string[]) =>
    knownSentences(sentences, endBlanks(launch, counted, { timeZone, language, now }))[0]
  const { label, text } = campaign.ends[state].strip
  const noted = { ...campaign, notice: { state, label, text: known(text) } }
  if (state === 'launched') return { ...noted, mast: { ...mast, note: '' } }
  const remain = known(campaign.ends[state].level) ?? filledOrNull(hero.unit.remain, {}) ?? ''
  return { ...noted, hero: { ...hero, unit: { ...hero.unit, remain } } }
}

type Noticed = Pick<ShownCampaign, 'notice'>

export const isAfterLaunch = ({ notice }: Noticed): boolean => notice?.state === 'launched'

/** Whether somebody can still join, now or after a pause. */
export const takesSignUps = ({ notice }: Noticed): boolean => !notice || notice.state === 'paused'
