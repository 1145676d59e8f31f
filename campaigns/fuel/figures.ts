import type { Source } from '#contract/figures/source.ts'
import type { Figures } from '#contract/figures/figures.ts'

const simulated: Source = { kind: 'simulated' }
const claim: Source = { kind: 'claim', evidence: null }

/**
 * Every figure on the page, with where it comes from. `npm run figures` lists what is simulated or
 * claimed without evidence.
 */
export const figures: Figures = {
  waiting: { start: 1_247, everyMs: 10_000, chance: 0.3, mostAtOnce: 3, source: simulated },
  launch: { value: { registered: 8_932, goal: 10_000 }, source: simulated },
  earlySpots: { start: 8, floor: 3, everyMs: 30_000, source: simulated },
  batchPercent: { value: 92, source: simulated },
  audience: {
    value: {
      total: 2_847,
      parts: [
        { count: 847, name: 'startup founders' },
        { count: 492, name: 'HYROX athletes' },
        { count: 318, name: 'content creators' },
        { count: 1_190, name: 'modern warriors' },
      ],
    },
    source: simulated,
  },
  cohort: [
    { percent: 89, text: 'more energy within 14 days', source: claim },
    { percent: 73, text: 'report 25%+ better focus', source: claim },
    { percent: 91, text: 'maintain routines after 90 days', source: claim },
  ],
  video: {
    watching: { value: 2_847, source: simulated },
    averageS: { value: 222, source: simulated },
    requestPercent: { value: 97, source: claim },
    previewMin: { value: 3, source: claim },
  },
  programSpots: { value: { left: 8, total: 50 }, source: simulated },
  pageSpots: { start: 47, floor: 23, everyMs: 45_000, source: simulated },
  earlyBird: { days: 7, laterPercent: 40, source: simulated },
  programTimer: { startS: 24 * 3_600 + 41 * 60 + 23, source: simulated },
  accessTimer: { startS: 4 * 3_600 + 47 * 60 + 23, source: simulated },
  recent: {
    source: simulated,
    entries: [
      { name: 'Sanne', city: 'Amsterdam', minutesAgo: 2 },
      { name: 'Daan', city: 'Rotterdam', minutesAgo: 5 },
      { name: 'Lotte', city: 'Utrecht', minutesAgo: 3 },
      { name: 'Milan', city: 'Eindhoven', minutesAgo: 7 },
      { name: 'Noor', city: 'Groningen', minutesAgo: 4 },
    ],
  },
}
