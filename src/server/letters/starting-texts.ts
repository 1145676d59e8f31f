import type { Campaign } from '#contract/campaign.ts'
import type { LetterProblem, LetterText } from '#contract/letters.ts'
import type { LetterGap } from '#contract/mails.ts'

type Words = Pick<Campaign, 'brand' | 'mails'>
export const emptyText: LetterText = { subject: '', preview: '', body: '' }

/** The texts of the campaign with which a letter can begin, by the word in their address. */
export function startingTexts({ brand, mails }: Words): ReadonlyMap<string, LetterText> {
  const filled = (text: string) => text.replaceAll('{brand}', brand)
  return new Map(
    Object.entries(mails.letterStarts ?? {}).map(([key, { subject, preview, body }]) => [
      key,
      { subject: filled(subject), preview: filled(preview), body: filled(body) },
    ]),
  )
}

/** No operator has edited it: it is empty, or an unchanged starting text. */
export const isAsBegun = (text: LetterText, words: Words): boolean =>
  [emptyText, ...startingTexts(words).values()].some(
    ({ subject, preview, body }) =>
      text.subject === subject && text.preview === preview && text.body === body,
  )

/** The gaps that are still to be filled in, each once, in the order of the text. */
export const gapsOf = (problems: readonly LetterProblem[]): LetterGap[] => [
  ...new Set(problems.flatMap(({ gap }) => gap ?? [])),
]
