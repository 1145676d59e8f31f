import { z } from 'zod'
import { grouped } from '#contract/english.ts'
import { because, list, own, plain, source } from './text.ts'

const shown = (input: unknown) => `${String(input)} is no figure that can be shown`
const number = z
  .number({ error: ({ input }) => (typeof input === 'number' ? shown(input) : undefined) })
  .min(0, { error: ({ input }) => shown(input) })
const percent = number.max(100, { error: ({ input }) => `${String(input)} is no percentage` })

const valued = <Value extends z.ZodType>(value: Value) => z.strictObject({ value, source })

const ticks = number.refine((ms) => ms > 0, 'it would never tick')

/** A counter of the page: where it starts, its floor or its growth, and how often it ticks. */
const falling = z
  .strictObject({ start: number, floor: number, everyMs: ticks, source })
  .refine(({ start, floor }) => start >= floor, 'it starts below its floor')
const rising = z.strictObject({
  start: number,
  everyMs: ticks,
  chance: number.max(1, 'a chance is at most 1'),
  mostAtOnce: number,
  source,
})

/** A timer that counts down from a span. */
const timer = z.strictObject({ startS: number, source })

const part = z.strictObject({ count: number, name: plain() })
const entry = z.strictObject({ name: own(), city: own(), minutesAgo: number })

/** Figures that are null only where the part that shows them is null too. */
export const leftOutWithPart = ['earlySpots', 'batchPercent', 'video', 'earlyBird'] as const

/** The value of each figure of the page. One that is null is left out, with what shows it. */
export const figuresSchema = z.strictObject({
  waiting: rising.nullable(),
  launch: z.strictObject(
    {
      value: z
        .strictObject({ registered: number, goal: number })
        .superRefine(({ registered, goal }, context) => {
          const refuse = (name: string, message: string) =>
            context.addIssue({ code: 'custom', path: [name], message })
          if (goal <= 0) refuse('goal', 'the goal is not above 0')
          if (registered > goal) refuse('registered', 'more are registered than the goal')
        }),
      source,
    },
    because("the hero's gauge and the shared link's card show it"),
  ),
  earlySpots: falling.nullable(),
  batchPercent: valued(percent).nullable(),
  /** the parts sum up to the total */
  audience: valued(
    z
      .strictObject({ total: number, parts: list(part) })
      .superRefine(({ total, parts }, context) => {
        const sum = parts.reduce((before, { count }) => before + count, 0)
        if (sum !== total)
          context.addIssue({
            code: 'custom',
            path: ['total'],
            message: `the parts sum up to ${grouped(sum)}, the total says ${grouped(total)}`,
          })
      }),
  ).nullable(),
  cohort: list(z.strictObject({ percent, text: plain(), source })).nullable(),
  /** `averageS`: seconds of the average watch */
  video: z
    .strictObject({
      watching: valued(number).nullable(),
      averageS: valued(number).nullable(),
      requestPercent: valued(percent).nullable(),
      previewMin: valued(number).nullable(),
    })
    .nullable(),
  programSpots: valued(
    z.strictObject({ left: number, total: number }).refine(({ left, total }) => left <= total, {
      path: ['left'],
      error: 'more are left than there are',
    }),
  ).nullable(),
  pageSpots: falling.nullable(),
  earlyBird: z.strictObject({ days: number, laterPercent: number, source }).nullable(),
  programTimer: timer.nullable(),
  accessTimer: timer.nullable(),
  recent: z
    .strictObject({
      source,
      entries: z.array(entry).min(1, 'there is no entry to show').readonly(),
    })
    .nullable(),
})
