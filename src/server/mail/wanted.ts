import type { PersonState } from '#contract/waitlist.ts'

const silenced: ReadonlySet<PersonState> = new Set(['bounced', 'complained', 'suppressed'])

/**
 * Why a mail must not leave any more, or null. Asked when a mail is claimed and again just before it is sent. Somebody who
 * left gets only a confirm mail that they asked for afterwards.
 */
export function unwanted(
  mail: { template: string; created_at: number }, person: { state: PersonState; left_at: number | null },
): string | null {
  if (silenced.has(person.state)) return `the address is ${person.state}`
  if (person.state === 'unsubscribed' && !(mail.template === 'confirm' && mail.created_at >= (person.left_at ?? 0))) return 'left the list'
  if (person.state === 'confirmed' && mail.template === 'confirm') return 'confirmed meanwhile'
  return null
}
