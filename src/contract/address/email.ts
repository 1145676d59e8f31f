/** `/^[^\s@]+@[^\s@]+\.[^\s@]+$/`, in a form whose time does not grow with the square of the length. */
const loose = /^[^\s@]+@(?=[^\s@]+$).+\../

/** The characters that nobody sees, for a class of a regular expression: they come along when an address is copied. */
export const invisible = '\\xad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff'

/**
 * A run at the end begins where no other of its characters stands before, so that a long run inside
 * a text is not tried from each of them.
 */
const strip = (text: string, front: string, behind: string) =>
  text.replace(new RegExp(`^[${front}]+|(?<![${behind}])[${behind}]+$`, 'g'), '')

const blanks = `\\s${invisible}`

/**
 * FORM-2: a typed address without blanks and invisible characters at its ends, `mailto:`, and the
 * brackets, quotes and punctuation that stand around an address in a text.
 */
export const cleanEmail = (typed: string): string =>
  strip(strip(typed, blanks, blanks).replace(/^mailto:/i, ''), '([<"\'', '.,;:)\\]>"\'')

/**
 * FORM-2: the page's rule for an address. The server's grammar (address.ts) is stricter.
 */
export const isEmail = (typed: string): boolean => loose.test(cleanEmail(typed))

/** FORM-6: the part before the at sign. CALL-1 has a field for it; the server stores no name. */
export const firstNameOf = (email: string): string => cleanEmail(email).split('@')[0] ?? ''
