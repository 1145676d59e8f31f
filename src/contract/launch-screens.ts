import type { Launch, SetState } from './launch.ts'
import type { LiveOffer } from './live-figures.ts'

/** The acts on the launch that a screen asks about (END-1, LIVE-5). */
export const launchScreenActs = [
  'pause',
  'resume',
  'close',
  'launch',
  'open',
  'cancel',
  'move-end',
] as const
export type LaunchScreenAct = (typeof launchScreenActs)[number]

export const launchActPath = (act: LaunchScreenAct): string => `/dashboard/launch/${act}`

/** The times that each act takes; each is a day and a time of day. */
export const launchTimes = {
  pause: ['at', 'until'],
  resume: ['at'],
  close: ['at', 'until'],
  launch: ['at', 'until', 'first', 'erase'],
  open: ['at'],
  cancel: [],
  'move-end': ['to'],
} as const satisfies Record<LaunchScreenAct, readonly string[]>
export type LaunchTime = (typeof launchTimes)[LaunchScreenAct][number]

/** The values of a form's fields: `at-day`, `at-time` and so on. */
export type TypedTimes = Partial<Record<`${LaunchTime}-day` | `${LaunchTime}-time`, string>>

/** A state that is planned, or that another one takes precedence over. Times are in ms. */
export type ShownPeriod = { id: string; state: SetState; startsAt: number; endsAt: number | null }

export type ShownOffer = {
  offer: LiveOffer
  name: string
  most: number | null
  left: number | null
  endsAt: number | null
  movedFrom: number | null
}

export type LaunchScreenView =
  | {
      screen: 'launch'
      launch: Launch
      beneath: readonly ShownPeriod[]
      planned: readonly ShownPeriod[]
      offers: readonly ShownOffer[]
      /** why visitors cannot be led to the shop; null if they can */
      shopMissing: string | null
    }
  | {
      screen: 'launch-ask'
      act: LaunchScreenAct
      /** of `cancel`: the planned state; of `move-end`: the offer */
      period?: ShownPeriod | undefined
      offer?: ShownOffer | undefined
      typed: TypedTimes
      timeZone: string
      /** why nothing was changed, as a sentence */
      wrong?: string | undefined
    }
