/** Numbers in English and Dutch prose, in digits and in words, as they stand in a text. */

const words = [
  'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve',
  '(?:thir|four|fif|six|seven|eigh|nine)teen',
  '(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?',
  '(?:(?:a|one) )?(?:hundred|dozen)',
  'twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf',
  '(?:der|veer|vijf|zes|zeven|acht|negen)tien',
  '[a-zë]*?(?:twin|der|veer|vijf|zes|zeven|tach|negen)tig|honderd',
].join('|')
const start = String.raw`(?<![\w{.,:\p{L}])`
const end = String.raw`(?![\w}\p{L}])`
const several = `${start}(?:\\d+(?:[.,]\\d+)*|${words})(?![\\w}%€\\p{L}])`
const one = `${start}(?:one|één)${end}`
const gap = String.raw`[\s\u2011-]+(?:(?:full|whole|more|calendar|working|business|hele|volle)\s+)?`
const units = [
  'seconds?|minutes?|hours?|days?|weeks?|fortnights?|months?|years?|hrs?|mins?|secs?',
  'seconden?|minuut|minuten|uur|uren|(?:werk|kalender)?dag(?:en)?|weken|maand(?:en)?|jaar|jaren',
].join('|')
const things =
  '(?:e-?)?mails?|results?|answers?|places?|spots?|links?|codes?|letters?|resultaten|antwoorden|plaatsen|plekken'
/** 'A moment' and 'a minute' promise nothing. */
const single = String.raw`${start}(?:an?\s+(?:hour|day|week|fortnight|month|year)|een\s+(?:dag|week|maand|jaar))`

const time = `(?:(?:${several}|${one})${gap}(?:${units})|${single})${end}`
const before =
  'newest|latest|last|up to|at most|no more than|laatste|nieuwste|hooguit|maximaal|ten hoogste'
const after = 'at most|at the most|maximaal|ten hoogste'

const finder = (source: string) => (text: string) =>
  [...text.matchAll(new RegExp(source, 'giu'))].map(([found]) => found.trim())

/** '30 days', 'a week', 'twee dagen', '24h', 'the 30th day'. */
export const timesIn = finder(
  [
    time,
    String.raw`${start}\d+(?:st|nd|rd|th|e|ste|de)\s+(?:day|week|dag)${end}`,
    String.raw`${start}\d+\s?h${end}`,
  ].join('|'),
)

/** 'three mails', 'newest twenty', 'up to 5', '20 at most'. */
export const countsIn = finder(
  [
    `(?:${before})\\s+${several}(?:${gap}(?:${things})${end})?`,
    `${several}${gap}(?:${things})${end}`,
    `${several}\\s+(?:${after})${end}`,
  ].join('|'),
)

/** 'within 24 hours', 'binnen een week'. */
export const limitsIn = finder(`(?:within|binnen)\\s+${time}`)

/** 'four mails', 'vier e-mails'. */
export const mailsIn = finder(`${several}${gap}(?:e-?)?mails${end}`)

/** 'the last of the four mails', 'een van de vier mails'. */
export const mailsOfIn = finder(
  String.raw`\b(?:of|van)\s+(?:(?:the|our|de|onze)\s+)?${several}${gap}(?:e-?)?mails${end}`,
)

/** 'De volgende mail komt over twee dagen', 'In two days we write again'. */
export const nextMailsIn = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+/)
    .filter((sentence) => ofNextMail.test(sentence))
    .flatMap(finder(String.raw`\b(?:over|in|na|after)\s+${time}`))

const ofNextMail =
  /\b(?:(?:volgende|laatste|tweede|derde|vierde|next|last|second|third|fourth|een|another) mail|we (?:mailen|mail|schrijven|write)|(?:mailen|schrijven) we)\b/iu
