import type { SequenceCopy } from '#contract/sequence.ts'
import { isSilenced, type PersonState } from '#contract/waitlist.ts'
import type { MailData } from '#server/outbox/outbox.ts'

type Mail = { id: string; template: string; created_at: number; data: MailData }
/** `stepMail` is the mail that this person's place in the sequence waits for. */
type Person = { state: PersonState; left_at: number | null; stepMail: string | null }

/**
 * Why a mail must not leave any more, or null. Asked when a mail is claimed and again just before it is sent. Somebody who
 * left gets only a confirm mail that they asked for afterwards.
 */
export function unwanted(mail: Mail, person: Person, sequence: SequenceCopy | null): string | null {
  if (isSilenced(person.state)) return `the address is ${person.state}`
  if (
    person.state === 'unsubscribed' &&
    !(mail.template === 'confirm' && mail.created_at >= (person.left_at ?? 0))
  )
    return 'left the list'
  if (person.state === 'confirmed' && mail.template === 'confirm') return 'confirmed meanwhile'
  return mail.template === 'sequence' ? unwantedStep(mail, person, sequence) : null
}

function unwantedStep(
  { id, data }: Mail,
  { stepMail }: Person,
  sequence: SequenceCopy | null,
): string | null {
  const step = sequence?.steps.find(({ name }) => name === data.step)
  if (!step) return 'the campaign has no such step any more'
  if (stepMail !== id) return 'the sequence has gone on, or begun anew'
  return sequence?.closed && step.stops.includes('closed') ? 'the campaign is closed' : null
}
