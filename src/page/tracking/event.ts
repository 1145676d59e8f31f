import { categories, type EventInput, type PageEvent } from '#contract/events.ts'

export type Surroundings = Pick<PageEvent, 'timestamp' | 'url' | 'userAgent' | 'sessionId'>

/**
 * TRACK-1: adds time, page and browser. The label of a view or a capture is its part of the page.
 */
export function createEvent(input: EventInput, surroundings: Surroundings): PageEvent {
  const { action, section, label = section!, value, email }: Loose = input
  return {
    action,
    category: categories[action],
    label,
    section,
    value,
    email: email?.trim().toLowerCase(),
    ...surroundings,
  }
}

/**
 * Any event's fields. Only email_captured has an `email`; what has no `label` has a `section`.
 */
type Loose = { action: EventInput['action']; label?: string } & Partial<
  Pick<PageEvent, 'section' | 'value' | 'email'>
>
