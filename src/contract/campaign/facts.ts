import type { Campaign, ProductFacts } from './campaign.ts'
import { offerBlanks, offerValues } from './offers.ts'
import { grouped } from '#contract/text.ts'

const productFacts: Record<keyof ProductFacts, true> = {
  contents: true,
  dose: true,
  form: true,
  date: true,
  price: true,
}

/** Filled in with the other promises (contract/promises/blanks.ts), unless no mails follow a quiz. */
const sequenceBlanks = ['sequenceMails', 'SequenceMails', 'sequenceTime', 'SequenceTime'].flatMap(
  (name) => [name, `${name}InWords`],
)

/** The placeholders of HERO-12's sentences and call-outs. */
export const factBlanks = [
  ...offerBlanks,
  ...Object.keys(productFacts),
  'later',
  ...sequenceBlanks,
] as const

/** The text of each blank, or null with the key of the campaign that is null. */
type FactValue = { text: string } | { text: null; key: string }
export type FactValues = Record<string, FactValue>

export function factValues({
  offers,
  product,
  sequence,
  figures: { earlyBird },
}: Campaign): FactValues {
  return {
    ...mapped(offerValues(offers), (text) => ({ text })),
    ...(offers.invitations === null && {
      invitations: { text: null, key: 'offers.invitations' },
      months: { text: null, key: 'offers.invitations' },
    }),
    ...mapped(product, (text, name) =>
      text === null ? { text, key: `product.${name}` } : { text },
    ),
    ...(sequence === null && allMissing(sequenceBlanks, 'sequence')),
    later: earlyBird
      ? { text: grouped(earlyBird.laterPercent) }
      : { text: null, key: 'figures.earlyBird' },
  }
}

const allMissing = (names: readonly string[], key: string): FactValues =>
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
    const value = index % 2 ? values[piece] : undefined
    if (!value) return piece
    return value.text ?? { missing: value.key }
  })

const mapped = <Value>(
  record: Record<string, Value>,
  change: (value: Value, name: string) => FactValue,
): FactValues =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]))
