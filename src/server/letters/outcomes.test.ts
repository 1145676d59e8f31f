import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { seeded } from '#contract/seeded-random.ts'
import { checkSlots, isExceeded, slotOf, type Slot } from './outcomes.ts'

const { stops } = campaign.letters

/** Slots of a hundred mails with so many bounces and complaints each. */
const slots = (bounced: readonly number[], complained: readonly number[] = []): Slot[] =>
  bounced.map((count, slot) => ({
    slot,
    sent: 100,
    bounced: count,
    complained: complained[slot] ?? 0,
  }))
const exceeded = (all: readonly Slot[]) =>
  checkSlots(all, stops).flatMap((check) => (isExceeded(check) ? [check.rule] : []))

test.each<[string, Slot[], string[]]>([
  ['25 bounces of the first hundred', slots([25]), []],
  ['26 bounces of the first hundred', slots([26]), ['bounces']],
  ['100 bounces of 2,000', slots(Array(20).fill(5)), []],
  ['101 bounces of 2,000', slots([6, ...Array(19).fill(5)]), ['bounces']],
  ['101 bounces of 2,100, of which one is too old', slots([1, ...Array(20).fill(5)]), []],
  ['6 complaints of 100', slots([0], [6]), []],
  ['7 complaints of 100', slots([0], [7]), ['complaints']],
  ['9 complaints of 3,000', slots(Array(30).fill(0), [9]), []],
  ['10 complaints of 3,000', slots(Array(30).fill(0), [10]), ['complaints']],
])('[LETTER-3] %s: stopped by %j', (_, all, rules) => expect(exceeded(all)).toEqual(rules))

test('a letter without mails that ended is below its limits', () =>
  expect(exceeded([])).toEqual([]))

test('[LETTER-3] over 20,000 mails an honest 3 % of bounces rarely stops a letter, 6 % always; 0.1 % of complaints rarely', () => {
  const stopped = (rates: { bounces: number; complaints: number }, runs = 200) =>
    Array.from({ length: runs }, (_, seed) => simulate(rates, 20_000, seeded(seed + 1))).filter(
      (rule) => rule !== null,
    ).length / runs
  expect(stopped({ bounces: 0.03, complaints: 0 })).toBeLessThan(0.04)
  expect(stopped({ bounces: 0.06, complaints: 0 })).toBe(1)
  expect(stopped({ bounces: 0, complaints: 0.001 })).toBeLessThan(0.02)
})

/** The rule that stops a letter of so many mails, each of which ends by chance; null if none does. */
function simulate(
  rates: { bounces: number; complaints: number },
  mails: number,
  random: () => number,
): string | null {
  const all: Slot[] = []
  for (let ended = 0; ended < mails; ended++) {
    const slot = (all[slotOf(ended)] ??= {
      slot: slotOf(ended),
      sent: 0,
      bounced: 0,
      complained: 0,
    })
    slot.sent++
    const isBounce = random() < rates.bounces
    const isComplaint = random() < rates.complaints
    if (isBounce) slot.bounced++
    if (isComplaint) slot.complained++
    if (isBounce || isComplaint) {
      const [rule] = exceeded(all)
      if (rule) return rule
    }
  }
  return null
}
