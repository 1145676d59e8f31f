import type { Campaign } from './campaign.ts'

/** HERO-12: an example in the place of a value that only the brand knows. */
export type Sample<Value> = { readonly sample: Value }

const isSample = <Value>(value: Value | Sample<Value>): value is Sample<Value> =>
  typeof value === 'object' && value !== null && 'sample' in value

/** A value that may be a sample, and whether it is one. */
export const unmarked = <Value>(value: Value | Sample<Value>) =>
  isSample(value) ? { value: value.sample, isSample: true } : { value, isSample: false }

type Sampled = Pick<Campaign, 'product' | 'sections'>

/** Each sample that the page shows. */
export const samplesIn = ({ product, sections: { contents } }: Sampled) =>
  contents === null
    ? []
    : Object.entries({
        ...keyed('product', product),
        ...keyed('sections.contents', { label: contents.label, note: contents.note }),
      })
        .filter(([, value]) => isSample<unknown>(value))
        .map(([key, value]) => ({ key, value: unmarked<unknown>(value).value }))

const keyed = (part: string, values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${part}.${name}`, value]))

/** LIVE-2: a page with live figures shows none. */
export const withoutSamples = <Given extends Sampled>(campaign: Given): Given => {
  const { product, sections } = campaign
  const { contents } = sections
  const real = <Value>(value: Value) => (isSample<unknown>(value) ? null : value)
  return {
    ...campaign,
    product: Object.fromEntries(
      Object.entries(product).map(([name, fact]) => [name, real(fact)]),
    ) as Given['product'],
    sections: {
      ...sections,
      contents: contents && { ...contents, label: real(contents.label), note: real(contents.note) },
    },
  }
}
