import type { Campaign } from '#contract/campaign/campaign.ts'

/** The rules of the line (LINE-1 to LINE-8), which its pages and mails state too. */
export type LineTerms = NonNullable<Campaign['line']>['terms']
/** LINE-6: what so many friends earn. */
export type RewardTerms = LineTerms['rewards'][number]

/**
 * LINE-1, LINE-2: a person's place and why. `before` = `confirmedBefore` - `passed` + `passedBy`,
 * and `place` = `before` + 1, always. `withOneMore`: the place with one more friend; null at the
 * cap or where friends move nobody.
 */
export type Place = {
  place: number
  before: number
  behind: number
  /** people in the line */
  waiting: number
  /** people who confirmed before and are still in the line */
  confirmedBefore: number
  /** those of them whom this person has passed */
  passed: number
  /** people who confirmed later and have passed this person */
  passedBy: number
  order: number
  /** friends who count for the place */
  friends: number
  withOneMore: number | null
}

/** How many places earlier somebody with so many friends stands than their confirmation. */
export const gainOf = (
  friends: number,
  { perFriend, cap }: Pick<LineTerms, 'perFriend' | 'cap'>,
): number => perFriend * Math.min(friends, cap)

/** The characters of codes, without those that are mistaken for others (0 O, 1 I). */
export const codeLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const codeLength = 7

/** LINE-8: the code of a spot has 80 bits. */
export const spotCodeLength = 16

/** LINE-3: the code in `?via=`, as it is stored. Null for what cannot be a code. */
export const readCode = (text: string | null | undefined): string | null =>
  readLetters(text, codeLength)

/** LINE-8: the code of a spot as it is hashed. Null for what cannot be a code. */
export const readSpotCode = (text: string | null | undefined): string | null =>
  readLetters(text, spotCodeLength)

/** Small letters, spaces, hyphens and punctuation around the code, in any script, are forgiven. */
function readLetters(text: string | null | undefined, length: number): string | null {
  const code = (text ?? '')
    .slice(0, 40)
    .toUpperCase()
    .replaceAll(/[\s\p{P}\p{S}\p{Cf}]/gu, '')
  return code.length === length && [...code].every((letter) => codeLetters.includes(letter))
    ? code
    : null
}

/** The code of a spot as people see it: XXXX-XXXX-XXXX-XXXX. */
export const spotCodeText = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code

/** Whether the rule of `LineTerms` can be kept, as a sentence on what is wrong; null if it can. */
export function wrongLineTerms({ perFriend, cap, rewards }: LineTerms): string | null {
  if (!Number.isInteger(perFriend) || perFriend < 0 || perFriend > 1_000)
    return 'line.perFriend: give a whole number from 0 to 1,000'
  if (!Number.isInteger(cap) || cap < 1 || cap > 100)
    return 'line.cap: give a whole number from 1 to 100'
  const steps = rewards.map(({ friends }) => friends)
  return steps.some((step, index) => !Number.isInteger(step) || step <= (steps[index - 1] ?? 0))
    ? 'line.rewards: give them by the number of friends, the smallest first'
    : null
}

export const longestName = 20

/** Letters, each with two marks at most: more would cover the text around them. */
const isName = /^(?:\p{L}\p{M}{0,2})*$/u
const isUnseen = /\p{Default_Ignorable_Code_Point}/u

/**
 * LINE-3: the first name that an owner shows on their link: letters of any script, 20 at most.
 * Empty for an empty text, null for what is no such name.
 */
export function readFirstName(text: string | null | undefined): string | null {
  const name = (text ?? '').slice(0, 200).normalize('NFC').trim()
  return isName.test(name) && !isUnseen.test(name) && [...name].length <= longestName ? name : null
}
