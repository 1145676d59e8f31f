import { contactBlanks } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { fillContact } from '#contract/campaign/contact.ts'
import type { LineTerms, RewardTerms } from '#contract/line/line.ts'
import type { LineMailCopy } from '#contract/line/copy.ts'
import { offerValues } from '#contract/campaign/offers.ts'
import { fill, type Text } from '#contract/text.ts'
import type { Amount, LineParts, LineTextName } from './mail-parts.ts'

/** Subject, preview and title of a mail. */
export type MailHead = { subject: string; preview: string; title: string }

export const fillHead = <Words>(
  { subject, preview, title }: Record<keyof MailHead, Words>,
  filled: (text: Words) => string,
): MailHead => ({ subject: filled(subject), preview: filled(preview), title: filled(title) })

/** Fills in what the line says of its person, and `others`. */
export const fillLine = <Other extends string = never>(
  text: Text<LineTextName | NoInfer<Other>>,
  { texts }: Pick<LineParts, 'texts'>,
  others?: { readonly [Name in Other]: string | undefined },
): string => fill<string>(text, { ...texts, ...others })

/**
 * What stands around the content of a mail. `sender`: the last line of a mail to a visitor. `paste`:
 * before the address of a button.
 */
export type Frame = { brand: string; sender: string | null; paste: string }

export const frameOf = ({ brand, mails, privacy }: Campaign): Frame => ({
  brand,
  paste: mails.paste,
  // LANG-5: the maker as the legal line names it.
  sender: mails.sender && fillContact(mails.sender, privacy.contact, contactBlanks),
})

/** The line of a campaign that has one. Throws for another: nobody is in its line. */
export function lineOf({ line }: Campaign): NonNullable<Campaign['line']> {
  if (line === null) throw new Error('The campaign has no line.')
  return line
}

/** The words of the line's mails. */
export const lineWords = (campaign: Campaign): LineMailCopy => lineOf(campaign).copy.mails

export const wordFor = <Words>(
  { one, many }: { one: Words; many: Words },
  amount: Amount | undefined,
): Words => (amount === 'one' ? one : many)

export const rewardName = (campaign: Campaign, { name }: Pick<RewardTerms, 'name'>): string =>
  fill(name, offerValues(campaign))

/** The reward for so many friends. Throws if the campaign has none. */
export function rewardOf({ rewards }: LineTerms, friends: number): RewardTerms {
  const reward = rewards.find((one) => one.friends === friends)
  if (!reward) throw new Error(`The campaign has no reward for ${friends} friends.`)
  return reward
}
