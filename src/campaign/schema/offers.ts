import type { ProductFacts } from '#contract/campaign/campaign.ts'
import type { Offers } from '#contract/campaign/offers.ts'
import { sourcesOf } from '#contract/figures/source.ts'
import { leaves } from '#contract/text.ts'
import { otherwise, sourceReason } from './text.ts'

/** What is offered to whom. Only the invitations can be null. */
export const offersSchema = otherwise<Offers>().superRefine((offers, context) => {
  const refuse = (key: string, message: string) =>
    context.addIssue({ code: 'custom', path: key.split('.'), message })
  for (const { key, value } of leaves(offers)) {
    if (value === null && key !== 'invitations' && !key.endsWith('.evidence'))
      refuse(key, 'it cannot be null: the page needs it')
    if (typeof value === 'number' && !(Number.isInteger(value) && value > 0))
      refuse(key, `${value} is no whole number above 0`)
  }
  const { discountPercent } = offers.exit ?? {}
  if (discountPercent > 100) refuse('exit.discountPercent', `${discountPercent} is no percentage`)
  for (const { key, source } of sourcesOf(offers))
    if (source.kind !== 'simulated' && source.kind !== 'claim')
      refuse(`${key}.source`, sourceReason(source))
})

export const productSchema = otherwise<ProductFacts>().superRefine((product, context) => {
  for (const [name, fact] of Object.entries(product))
    if (fact?.trimEnd().endsWith('.'))
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'it ends with a full stop, which its sentence has',
      })
})
