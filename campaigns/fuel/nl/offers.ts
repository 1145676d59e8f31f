import type { offers as english } from '../offers.ts'

/** The texts of the offers. Their numbers are those of the campaign. */
export const offers: { legacyPack: Pick<(typeof english)['legacyPack'], 'name' | 'note'> } = {
  legacyPack: { name: 'Legacy Pack', note: 'Alleen de eerste 500.' },
}
