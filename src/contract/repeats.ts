/**
 * What a person can repeat by a link as often as they like, while each time writes something: to
 * come back to the list, to get another link, to turn the mails about friends on again. Leaving and
 * stopping mails have no limit.
 */
export type Repeat = 'return' | 'new-link' | 'news'

/** So often each within `repeatHours`. */
export const mostRepeats = 10
export const repeatHours = 24
