import type { Campaign } from '#contract/campaign/campaign.ts'
import { knownSentences, markNames, type MarkBlanks, type MarkName } from './state-words.ts'
import { marksOf, offerAt, type LiveFigures, type PageFacts } from '#contract/live/figures.ts'
import { numberText } from '#contract/numbers.ts'
import { type Text } from '#contract/text.ts'

/**
 * END-1: the campaign with the words of the marks that were reached. Several can be; the goal's words
 * take precedence over those of the spots, and these over the early-bird's.
 */
export function markedCampaign(campaign: Campaign, facts: Counted | undefined): Campaign {
  const blanks = facts?.live && markBlanks(campaign, facts.live)
  return blanks
    ? reachedMarks(facts)
        .toReversed()
        .reduce((before, mark) => withWords(before, mark, blanks), campaign)
    : campaign
}

/**
 * The marks that were reached, by precedence. Each follows from live figures only: beside simulated
 * ones it would contradict what the page shows.
 */
function reachedMarks({ mode, live, now }: Counted): MarkName[] {
  const marks = mode === 'live' && live && marksOf(live, now)
  return markNames.filter((name) => marks && marks[name] !== null)
}

type Counted = Pick<PageFacts, 'mode' | 'live' | 'now'>

function withWords(campaign: Campaign, mark: MarkName, blanks: Blanks): Campaign {
  const { hero, forms, live, sections } = campaign
  const { chip, strip, cta, note, reward, level, bar, popup, card } = campaign.ends[mark]
  const filled = (text: Text<keyof MarkBlanks> | null, own: string, known: MarkBlanks = blanks) =>
    (text !== null && knownSentences([text], known)[0]) || own
  return {
    ...campaign,
    hero: {
      ...hero,
      badge: filled(chip, hero.badge),
      cta: filled(cta, hero.cta),
      unit: {
        ...hero.unit,
        reward: { ...hero.unit.reward, line: filled(reward, hero.unit.reward.line) },
        remain: filled(level, hero.unit.remain),
      },
    },
    // The place in the note is kept up to date.
    forms: {
      ...forms,
      note: filled(note, forms.note, { ...blanks, next: '{next}' }),
      place: blanks.next,
    },
    live: {
      ...live,
      strip: { ...live.strip, next: filled(strip, live.strip.next) },
      bars: bar
        ? { ...live.bars, next: filled(bar.text, live.bars.next), withPlace: bar.withPlace }
        : live.bars,
    },
    ends: {
      ...campaign.ends,
      [mark]: { ...campaign.ends[mark], card: { ...card, above: filled(card.above, '') } },
    },
    sections: {
      ...sections,
      stay:
        sections.stay && popup
          ? { ...sections.stay, ...popup, items: knownSentences(popup.items, blanks) }
          : sections.stay,
    },
  }
}

type Blanks = ReturnType<typeof markBlanks>

const markBlanks = (
  { figures, language }: Campaign,
  { registered, nextPlace, offers }: LiveFigures,
): MarkBlanks & { next: string } => {
  const { most } = offerAt(offers, 'programSpots')
  return {
    goal: numberText(figures.launch.value.goal, language),
    registered: numberText(registered, language),
    spots: most === null ? undefined : numberText(most, language),
    next: numberText(nextPlace, language),
  }
}

/** The pictures of shared links (END-2): one that stays true for weeks. `npm run card` draws them. */
export const cardNames = ['', 'live', ...markNames, 'paused', 'closed', 'launched'] as const
export type CardName = (typeof cardNames)[number]

export function cardOf(facts: PageFacts | undefined): CardName {
  if (!facts) return ''
  if (facts.launch.state !== 'open') return facts.launch.state
  return reachedMarks(facts)[0] ?? (facts.mode === 'live' ? 'live' : '')
}

/** Its path, e.g. /card-early-bird.png. */
export const cardPath = (name: CardName): string =>
  name ? `/card-${name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}.png` : '/card.png'
