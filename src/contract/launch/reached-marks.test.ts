import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { countedOn } from '#test/live-figures.ts'
import { openLaunch } from './launch.ts'
import { cardOf, cardPath, markedCampaign } from './reached-marks.ts'

const now = Date.UTC(2026, 11, 3, 13, 20)
const full = countedOn(now, { registered: 10_000, goalReachedAt: now })
const gone = countedOn(now, {
  registered: 9_412,
  pieces: { program: [50, 0] },
  offers: { program: { goneAt: now } },
})
const over = countedOn(now, { offers: { earlyBird: { endsAt: now } } })
const both = { ...full, offers: gone.offers }
const facts = (live: typeof full | null, state: 'open' | 'closed' = 'open') => ({
  mode: 'live' as const,
  now,
  live,
  launch: { ...openLaunch, state },
})

test("[END-1] before a mark, and without live figures, the words are the campaign's own", () => {
  expect(markedCampaign(campaign, facts(countedOn(now)))).toBe(campaign)
  expect(markedCampaign(campaign, facts(null))).toBe(campaign)
})

test('[END-1] once the goal is reached the hero, the drawing, the form and POP-4 say so', () => {
  const { hero, forms, sections } = markedCampaign(campaign, facts(full))
  expect(hero.badge).toBe('10,000 reached')
  expect(hero.cta).toBe(campaign.hero.cta)
  expect(hero.unit.reward.line).toBe('Unlocked for everyone on the list')
  expect(hero.unit.remain).toBe('Goal reached')
  expect([forms.note, forms.place]).toEqual(['Place {next} is next. The line goes on.', '10,001'])
  expect(sections.stay?.title).toBe('The seal is broken.')
})

test('[END-1] once the spots are gone the page says how many there were, and who is next', () => {
  const { hero, forms, live } = markedCampaign(campaign, facts(gone))
  expect([hero.badge, hero.cta, forms.note, live.strip.next]).toEqual([
    'All 50 spots are taken',
    'Join the line',
    'Place {next} is next.',
    'All 50 spots are taken',
  ])
})

test('[END-1] of several marks the goal comes first, and a word that it leaves is that of the spots', () => {
  const { hero, sections } = markedCampaign(campaign, facts(both))
  expect([hero.badge, hero.cta, sections.stay?.title]).toEqual([
    '10,000 reached',
    'Join the line',
    'The seal is broken.',
  ])
})

test('[END-2] the picture of a shared link is that of the state, then of the first mark', () => {
  expect(
    [undefined, facts(null), facts(over), facts(gone), facts(both), facts(full, 'closed')].map(
      cardOf,
    ),
  ).toEqual(['', 'live', 'earlyBird', 'spots', 'goal', 'closed'])
  expect(cardPath('earlyBird')).toBe('/card-early-bird.png')
})
