/**
 * An address with its `xn--` labels in their letters, to be shown. A browser may hand over only
 * the converted form of what was typed. A label that cannot be decoded stays, and so does one that
 * could pass for another (UTS 39): of mixed scripts, of Cyrillic or Greek letters that all look like
 * Latin ones, or with signs that are no letters.
 */
export function unicodeEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1
  const labels = email.slice(at).split('.')
  return email.slice(0, at) + labels.map(unicodeLabel).join('.')
}

function unicodeLabel(label: string): string {
  const letters = /^xn--/i.test(label) ? decoded(label.slice(4).toLowerCase()) : null
  return letters !== null && isPlain(letters) ? letters : label
}

const isPlain = (letters: string): boolean =>
  scripts.some((script) => script.test(letters)) &&
  !looksLatin.test(letters) &&
  !unusual.test(letters) &&
  letters.normalize('NFKC').toLowerCase() === letters

/** The scripts that one name may use together: UTS 39, 5.2, 'highly restrictive'. */
const scripts = [
  'Latin',
  'Greek',
  'Cyrillic',
  'Arabic',
  'Hebrew',
  'Armenian',
  'Georgian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Tibetan',
  'Ethiopic',
  'Thaana',
  'Latin|Han|Hiragana|Katakana',
  'Latin|Han|Bopomofo',
  'Latin|Han|Hangul',
].map((together) => {
  const classes = together.split('|').map((script) => `\\p{scx=${script}}`)
  return new RegExp(`^[${classes.join('')}\\p{sc=Common}\\p{sc=Inherited}]+$`, 'u')
})

/** Letters that each look like a Latin letter, as in 'аррӏе' (Cyrillic). */
const looksLatin = /^[асԁеһіјӏорԛѕԝхуъьүοαιρυνκτχγ\d-]+$/u
/** What is no letter, digit or picture, as a fraction slash, and what is not seen. */
const unusual = /[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}・·-]|\p{Default_Ignorable_Code_Point}/u

/** RFC 3492, 6.2. Null if the text is no Punycode. */
function decoded(text: string): string | null {
  const last = text.lastIndexOf('-')
  const letters = Array.from(text.slice(0, Math.max(last, 0)))
  let [code, position, bias] = [128, 0, 72]
  for (let index = last + 1; index < text.length;) {
    const before = position
    for (let weight = 1, base = 36; ; base += 36) {
      const digit = '0123456789'.includes(text[index] ?? '')
        ? text.charCodeAt(index) - 22
        : text.charCodeAt(index) - 97
      index++
      if (!(digit >= 0 && digit < 36)) return null
      position += digit * weight
      const threshold = Math.min(Math.max(base - bias, 1), 26)
      if (digit < threshold) break
      weight *= 36 - threshold
    }
    const count = letters.length + 1
    bias = biasOf(position - before, count, before === 0)
    code += Math.floor(position / count)
    position %= count
    if (code > 0x10ffff) return null
    letters.splice(position++, 0, String.fromCodePoint(code))
  }
  return letters.join('')
}

/** RFC 3492, 6.1 */
function biasOf(step: number, count: number, isFirst: boolean): number {
  let delta = Math.floor(step / (isFirst ? 700 : 2))
  delta += Math.floor(delta / count)
  let bias = 0
  for (; delta > 455; bias += 36) delta = Math.floor(delta / 35)
  return bias + Math.floor((36 * delta) / (delta + 38))
}
