import { z } from 'zod'
import { readsAsBlank } from '#contract/campaign/offers.ts'
import { unmarked } from '#contract/campaign/samples.ts'
import { orSample, plain, shared, source, whole } from './text.ts'

/**
 * LIVE-5: when an offer begins, and the first moment after it: times of the campaign's zone as
 * `2027-01-31T23:59`. Null and a missing one are no limit.
 */
const time = z.string().nullable().optional()

/** Further numbers of an offer, by the end of their blank's name. */
const numbers = (number: typeof whole) => z.record(z.string(), number).readonly().optional()

/**
 * What is offered to whom, and what it is called for the people who have it. Who confirms while it
 * runs is granted one of `most` pieces; null: only a time ends it. `figure`: its pieces and its
 * source are those of the figure, without which there is no such offer. `count`: so many that the
 * brand gives itself, which the server does not count.
 */
const shape = z.strictObject({
  name: plain(),
  /** follows the name */
  number: shared().optional(),
  note: plain().optional(),
  most: whole.nullable().optional(),
  figure: z.enum(['programSpots', 'earlyBird']).optional(),
  count: whole.optional(),
  numbers: numbers(whole),
  /** in the campaign's currency */
  money: numbers(whole),
  beginsAt: time,
  endsAt: time,
  /** the form whose sign-ups alone are granted it */
  placement: shared().optional(),
  /** the part of the page that shows its name, its pieces and its end */
  shownIn: z.enum(['hero', 'exclusivity', 'final', 'exit', 'stay']).optional(),
  /** each is the brand's own claim until its evidence is named (LIVE-1) */
  source: source.optional(),
})
export type Offer = z.infer<typeof shape>

const offer = shape.superRefine((own, context) => {
  const refuse = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message })
  const kinds = (['most', 'figure', 'count'] as const).filter((name) => own[name] !== undefined)
  if (kinds.length !== 1)
    refuse('most', `give it 'most', 'figure' or 'count', and one of them only`)
  if (own.figure === undefined && own.source === undefined)
    refuse('source', 'it is missing: say how you know it')
  if (own.figure !== undefined && own.source !== undefined)
    refuse('source', `the source is that of figures.${own.figure}: remove this one`)
  if (own.count !== undefined && (own.beginsAt ?? own.endsAt ?? own.placement))
    refuse('count', 'the server grants none of them, so it has no times and no placement')
  for (const [name, number] of Object.entries(own.numbers ?? {}))
    if (name.endsWith('Percent') && number > 100)
      refuse(`numbers.${name}`, `${number} is no percentage`)
  for (const name of [...Object.keys(own.numbers ?? {}), ...Object.keys(own.money ?? {})])
    if (!readsAsBlank(name)) refuse(`numbers.${name}`, nameReason)
})

const nameReason = 'a name begins with a small letter and has letters and digits only'

/** By the campaign's own names; an offer that is null is left out, with the texts that name it. */
export const offersSchema = z
  .record(z.string(), offer.nullable())
  .readonly()
  .superRefine((offers, context) => {
    const seen = new Map<string, string>()
    for (const [name, own] of Object.entries(offers)) {
      const refuse = (key: string, message: string) =>
        context.addIssue({
          code: 'custom',
          path: [name, ...key.split('.')].filter(Boolean),
          message,
        })
      if (!readsAsBlank(name)) refuse('', nameReason)
      if (liveNames.has(name)) refuse('', `/live has a '${name}' already: choose another name`)
      // Invitations may stand beside the offer whose clock a part shows.
      const place = own && own.count === undefined ? (own.figure ?? own.shownIn) : undefined
      const other = place && seen.get(place)
      if (place && other) refuse('', `offers.${other} has the same place on the page`)
      if (place) seen.set(place, name)
    }
  })

/** What `/live` says beside what is left of each offer (contract/live/message.ts). */
const liveNames: ReadonlySet<string> = new Set([
  'time',
  'registered',
  'waiting',
  'waitingWords',
  'nextPlace',
  'remain',
  'percent',
  'wholePercent',
  'at',
  'now',
  'launch',
  'level',
  'stage',
])

/**
 * HERO-12: facts that only the brand knows, by the names of their blanks, without a full stop. A
 * sample is an example, marked as one where it is shown. Null: not given yet. Visitors then see no sentence that needs it, `npm run dev` names it on the page and
 * `npm run figures` lists it.
 */
export const productSchema = z
  .record(z.string(), orSample(plain()).nullable())
  .readonly()
  .superRefine((product, context) => {
    for (const [name, fact] of Object.entries(product)) {
      const refuse = (message: string) =>
        context.addIssue({ code: 'custom', path: [name], message })
      if (!readsAsBlank(name)) refuse(nameReason)
      if (unmarked(fact).value?.trimEnd().endsWith('.'))
        refuse('it ends with a full stop, which its sentence has')
    }
  })

/** ISO 4217, as `EUR`. */
export const currencySchema = z.string().refine((code) => currencies.has(code), {
  error: ({ input }) => `'${String(input)}' is no currency: write its code, as EUR or USD`,
})
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
