import type { Words } from '#contract/dashboard/ask.ts'
import { operatorTime } from '#contract/promises/operator-times.ts'

export const personPath = (id: string): string => `/dashboard/people/${id}`
/** DASH-5: of an act on one person. */
export const personActPath = (id: string, act: string): string => `${personPath(id)}/${act}`

/** Why the confirm mail cannot be sent again. `mayAt`: when the limit of one in 24 hours ends. */
export type NotResent =
  | { why: 'confirmed' | 'left' | 'silenced' | 'waiting' | 'not-requested' | 'three' }
  | { why: 'recent'; mayAt: number }

export function describeNotResent(not: NotResent): Words {
  const why: Words =
    not.why === 'recent'
      ? [
          `one was queued in the last ${operatorTime('confirmPause')}. The next one can go from `,
          { moment: not.mayAt },
        ]
      : whyNot[not.why]
  return ['The confirm mail cannot be sent again: ', why, '.']
}

const whyNot: Record<Exclude<NotResent['why'], 'recent'>, string> = {
  confirmed: 'the address is confirmed',
  left: 'the person left. A new sign-up brings a new confirm mail',
  silenced: 'the address gets no mail',
  waiting: 'one is waiting to be sent',
  'not-requested':
    'this person was imported and has not asked for one. Their own sign-up brings it',
  three: 'three were queued, which is the limit for an address that does not confirm',
}
