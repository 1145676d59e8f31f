import type { Campaign } from './campaign.ts'

/** Where the parts of a campaign lie in its folder; the others in `index.ts`. */
const files: Partial<Record<string, string>> = {
  figures: 'figures.ts',
  offers: 'offers.ts',
  product: 'product.ts',
  updates: 'updates.ts',
  mails: 'mails.ts',
  sequence: 'sequence.ts',
  letters: 'letters.ts',
  launch: 'launch.ts',
  ends: 'copy/ends.ts',
  live: 'copy/live.ts',
  quiz: 'quiz.ts',
  hero: 'copy/hero.ts',
  consents: 'copy/consents.ts',
  privacy: 'copy/privacy.ts',
  sections: 'copy/sections.ts',
}
/** The file of a text, in the folder of its language. */
export const fileOf = (
  { name, language, languages }: Pick<Campaign, 'name' | 'language' | 'languages'>,
  key: string,
): string => {
  const folder = language === languages[0] ? name : `${name}/${language}`
  return `campaigns/${folder}/${files[key.split('.')[0]!] ?? 'index.ts'}`
}
