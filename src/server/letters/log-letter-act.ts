import { maskTexts } from '#contract/mask-address.ts'
import type { ActToLog } from '#server/acts/action-log.ts'
import type { Act } from './states.ts'
import type { Pressed } from './send.ts'

/** What the log says of the letter of an act. It contains no address. */
export const letterForLog = (subject: string): NonNullable<ActToLog['details']> => ({
  subject: maskTexts(subject.trim().slice(0, 80)),
})

/** The outcome of a change of state for the log. */
export const outcomeOfAct = (act: Act): string =>
  act.outcome === 'done'
    ? 'done'
    : unchanged(act.outcome === 'unknown' ? 'gone' : `already ${act.letter.state}`)

export const unchanged = (state: string) => `nothing changed, the letter was ${state}`

/** The outcome of a press of 'send' for the log. */
export const outcomesOfSend: Record<Pressed['outcome'], string> = {
  sent: 'done',
  changed: 'nothing was sent, somebody had changed or sent it before',
  refused: 'nothing was sent, it has problems',
  past: 'nothing was sent, the time is in the past',
  unknown: 'nothing was sent, there is no such letter',
}
