/**
 * BRAND-5: how a title fills its column, whatever its words and language. What comes before the
 * last sentence is one wide line; the last sentence is one or two narrow ones. A text that would
 * need more is not set in lines.
 */
export type TitleLine = {
  text: string
  width: 'wide' | 'narrow'
  /** two digits for styles/headline.css: at this size the line fills the column */
  fit: string
}

/**
 * `fit` of the whole title: for lines their height in percent of the column's width, otherwise the
 * size at which the longest word fills the column.
 */
export type SetTitle = { lines: readonly TitleLine[]; fit: string }

export function setTitle(text: string): SetTitle {
  const { lead, narrow } = linesOf(text.trim()) ?? { lead: '', narrow: [] }
  if (narrow.length === 0) {
    const longestWord = Math.max(...wordsOf(text).map((word) => widthOf(word)))
    return { lines: [], fit: twoDigits(fitOf(longestWord, 'narrow')) }
  }
  const fits = narrow.map((line) => fitOf(widthOf(line), 'narrow'))
  // Below a wide line a much shorter narrow line is not set larger than the other.
  const isUnlike = lead !== '' && Math.max(...fits) > likeSizes * Math.min(...fits)
  return setLines([
    ...(lead ? [lineOf(lead, 'wide')] : []),
    ...narrow.map((line, index) =>
      lineOf(line, 'narrow', isUnlike ? Math.min(...fits) : fits[index]),
    ),
  ])
}

/** Two lines that fill the column at sizes no further apart look alike. */
const likeSizes = 1.25

/** LINE-9: a place below a wide line. All numbers of one length have one size. */
export const setPlace = (above: string, place: string): SetTitle =>
  setLines([lineOf(above, 'wide'), lineOf(place, 'narrow')])

/** The longest lines, in em of their face. A narrow line of one word may be longer. */
const longest = { wide: 15, narrow: 4.6, word: 9 }

function linesOf(text: string): { lead: string; narrow: readonly string[] } | null {
  const sentences = text.split(/(?<=[.!?…])\s+/)
  const words = sentences.pop()!.split(/\s+/)
  const before = sentences.join(' ').split(/\s+/).filter(Boolean)
  // A single sentence that two lines do not hold begins with a wide one.
  const most = before.length > 0 ? 1 : words.length
  for (let first = 0; first < most; first++) {
    const lead = [...before, ...words.slice(0, first)].join(' ')
    if (widthOf(lead, 'wide') > longest.wide) return null
    const narrow = inTwo(words.slice(first))
    if (narrow) return { lead, narrow }
  }
  return null
}

/**
 * One line, or two as equal as possible, the first not ending in a word of one letter; null where
 * they are too long.
 */
function inTwo(words: readonly string[]): readonly string[] | null {
  const whole = words.join(' ')
  if (widthOf(whole) <= longest.narrow) return [whole]
  if (words.length === 1) return widthOf(whole) <= longest.word ? [whole] : null
  const halves = words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')])
    .filter(([first]) => !/(?:^|\s)\S$/.test(first!))
  const widest = (lines: readonly string[]) => Math.max(...lines.map((line) => widthOf(line)))
  const best = halves.toSorted((a, b) => widest(a) - widest(b))[0]
  return best?.every((line) => fitsAlone(line)) ? best : null
}

const fitsAlone = (line: string) =>
  widthOf(line) <= (line.includes(' ') ? longest.narrow : longest.word)

/** One line that fills the column, whatever its length. */
export const lineOf = (
  text: string,
  width: TitleLine['width'],
  fit = fitOf(widthOf(text, width), width),
): TitleLine => ({ text, width, fit: twoDigits(fit) })

/** A unit of `fit` is this many percent of the column's width, as in styles/headline.css. */
const unit = { wide: 0.25, narrow: 0.6 }
/** At this size a number of four digits fills the column; nothing is larger. */
const largest = 95

const fitOf = (em: number, width: TitleLine['width']) =>
  Math.max(1, Math.min(largest, Math.floor(101 / Math.max(em, 0.1) / unit[width])))

const lineHeight = { wide: 1, narrow: 0.785 }
/** Between a wide line and a narrow one, in percent of the column's width. */
const gap = 2

function setLines(lines: readonly TitleLine[]): SetTitle {
  const heights = lines.map(({ width, fit }) => Number(fit) * unit[width] * lineHeight[width])
  const height = Math.round(heights.reduce((sum, one) => sum + one, gap))
  return { lines, fit: twoDigits(Math.min(99, height)) }
}

const twoDigits = (n: number) => String(n).padStart(2, '0')

/** Where a line may break: at spaces, and between the characters of Chinese and Japanese. */
const wordsOf = (text: string) => text.split(/\s+|(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])/u)

/**
 * The narrow face's characters by their advance in hundredths of an em, spacing included. In the
 * wide face they are twice as wide. Other characters come from a system's font.
 */
const advances: Readonly<Record<number, string>> = {
  17: " 'ijlíîï‘’",
  19: ',.|',
  21: 'It:;ÍÏ',
  23: '-f!r/',
  30: '–“”',
  33: '()vysz',
  36: 'cgxk?FJLç',
  38: 'bdehnopquTèéêëñóôöúûü',
  39: '0123456789aàáâä',
  41: 'YVEÈÉÊËß',
  44: 'SZ#ABPÀÁÄ',
  47: 'XRHKU+Ü',
  49: 'CDN&$GÇÑ',
  52: 'OQwÓÖ',
  58: 'm',
  64: 'MW%',
}
const advanceOf = new Map(
  Object.entries(advances).flatMap(([hundredths, characters]) =>
    Array.from(characters, (character) => [character, Number(hundredths) / 100] as const),
  ),
)

/** The width of a line in em. */
function widthOf(text: string, width: TitleLine['width'] = 'narrow'): number {
  const ofFace = width === 'wide' ? 1.9 : 1
  return Array.from(text).reduce((sum, character) => {
    const advance = advanceOf.get(character)
    return sum + (advance === undefined ? systemAdvance(character) : advance * ofFace)
  }, 0)
}

/** Of a system's bold font, whichever it is. */
function systemAdvance(character: string): number {
  if (/\p{M}/u.test(character)) return 0
  if (/\p{Lu}/u.test(character)) return 1
  if (/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hangul}]/u.test(character)) return 1
  return /[\p{Extended_Pictographic}—…]/u.test(character) ? 1.4 : 0.8
}
