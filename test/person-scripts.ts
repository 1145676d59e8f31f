import fc from 'fast-check'
import { performanceTypes } from './quiz-taker.ts'
import { people, type Command, type Model } from './person-model.ts'

/** The commands of one moment: one, or two in two processes at once. */
export type Moment = Command[]
export type Script = { optIn: Model['optIn']; moments: Moment[] }

const who = fc.constantFrom(...people)
const named = (does: 'join' | 'confirm' | 'leave' | 'bounce' | 'complain' | 'erase' | 'claim') =>
  fc.record({ does: fc.constant(does), who })
const forward: fc.Arbitrary<Command> = fc.record({
  does: fc.constant('forward'),
  hours: fc.constantFrom(1, 9, 25, 25, 80, 8 * 24, 31 * 24),
})
export const act: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: named('join') },
  { weight: 4, arbitrary: named('confirm') },
  { weight: 2, arbitrary: named('leave') },
  named('bounce'),
  named('complain'),
  fc.record({
    does: fc.constant('report'),
    who,
    kind: fc.constantFrom('hard-bounce', 'complaint'),
  }),
  named('erase'),
  named('claim'),
  fc.record({ does: fc.constant('import'), who, confirmed: fc.boolean() }),
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('save'),
      who,
      type: fc.constantFrom(...performanceTypes),
      ask: fc.boolean(),
      own: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('tick') }) },
  fc.record({ does: fc.constant('restart') }),
)
/** Alone: a mail may be queued for somebody who leaves at that moment, which the claim then skips. */
const letter: fc.Arbitrary<Command> = fc.record({ does: fc.constant('letter') })
export const alone = fc
  .oneof(
    { weight: 24, arbitrary: act },
    { weight: 6, arbitrary: forward },
    { weight: 2, arbitrary: letter },
  )
  .map((command): Moment => [command])
/** A case that is rare at random: a person on the list asks again day after day. */
const insists = fc
  .record({ one: who, confirms: fc.boolean(), days: fc.integer({ min: 1, max: 5 }) })
  .map(({ one, confirms, days }): Moment[] => [
    ...(confirms
      ? ([
          [{ does: 'join', who: one }],
          [{ does: 'tick' }],
          [{ does: 'confirm', who: one }],
        ] satisfies Moment[])
      : []),
    ...Array.from({ length: days }, (): Moment[] => [
      [{ does: 'join', who: one }],
      [{ does: 'tick' }],
      [{ does: 'forward', hours: 25 }],
    ]).flat(),
  ])
export const script = (moment: fc.Arbitrary<Moment>): fc.Arbitrary<Script> =>
  fc.record({
    optIn: fc.constantFrom('double', 'single'),
    moments: fc
      .array(
        fc.oneof(
          { weight: 20, arbitrary: moment.map((one) => [one]) },
          { weight: 1, arbitrary: insists },
        ),
        { minLength: 1, maxLength: 40, size: 'max' },
      )
      .map((chapters) => chapters.flat()),
  })
