import type { Campaign } from './campaign.ts'
import { offerOfBlank, offerValues } from './offers.ts'
import { unmarked } from './samples.ts'
import { numberText } from '#contract/numbers.ts'

/** Filled in with the other promises (contract/promises/blanks.ts), unless no mails follow a quiz. */
const sequenceBlanks = ['sequenceMails', 'SequenceMails', 'sequenceTime', 'SequenceTime'].flatMap(
  (name) => [name, `${name}InWords`],
)

/** The placeholders of HERO-12's sentences and call-outs, beside those of the campaign's own facts. */
export const factBlanks: readonly string[] = ['later', ...sequenceBlanks]

/** The text of each blank, or null with the key of the campaign that is null. */
type FactValue = { text: string } | { text: null; key: string }
/** Undefined: no such blank is known. */
export type FactValues = (blank: string) => FactValue | undefined

export function factValues(campaign: Campaign): FactValues {
  const { offers, product, samples, sequence, figures } = campaign
  const marked = (text: string, isSample: boolean) =>
    isSample ? `${text} (${samples.fact})` : text
  const known: Readonly<Record<string, FactValue>> = {
    ...mapped(offerValues(campaign), (text) => ({ text })),
    ...mapped(product, (fact, name) => {
      const { value, isSample } = unmarked(fact)
      return value === null
        ? { text: null, key: `product.${name}` }
        : { text: marked(value, isSample) }
    }),
    ...(sequence === null && allMissing(sequenceBlanks, 'sequence')),
    later: figures.earlyBird
      ? { text: numberText(figures.earlyBird.laterPercent, campaign.language) }
      : { text: null, key: 'figures.earlyBird' },
  }
  return (blank) => {
    const offer = offerOfBlank(offers, blank)
    return (
      known[blank] ?? (offer === undefined ? undefined : { text: null, key: `offers.${offer}` })
    )
  }
}

const allMissing = (names: readonly string[], key: string): Record<string, FactValue> =>
  Object.fromEntries(names.map((name) => [name, { text: null, key }]))

/** A sentence in parts: its text, and the key of what is missing in between. */
export type Part = string | { missing: string }

/** HERO-12: the sentences as visitors read them; with `showGaps` also those that lack a fact. */
export const sentencesOf = (
  text: readonly string[],
  values: FactValues,
  showGaps: boolean,
): Part[][] =>
  text
    .map((sentence) => partsOf(sentence, values))
    .filter((parts) => showGaps || parts.every((part) => typeof part === 'string'))

/** The build has refused a blank without a value (src/campaign/schema). */
const partsOf = (sentence: string, values: FactValues): Part[] =>
  sentence.split(/\{(\w+)\}/).map((piece, index) => {
    const value = index % 2 ? values(piece) : undefined
    if (!value) return piece
    return value.text ?? { missing: value.key }
  })

const mapped = <Value>(
  record: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => FactValue,
): Record<string, FactValue> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]))
