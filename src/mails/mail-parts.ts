import type { Campaign } from '#contract/campaign/campaign.ts'
import type { Place } from '#contract/line/line.ts'
import { friendsToGo, type LineStanding, type RewardStanding } from '#contract/line/standing.ts'
import type { InvitedSpot, Mail } from '#contract/mails/mails.ts'
import type { PerformanceType } from '#contract/quiz/quiz.ts'
import type { Language } from '#contract/campaign/languages.ts'
import { pluralOf, numberText } from '#contract/numbers.ts'
import { inZone } from '#contract/time.ts'
import type { Blank } from './blanks.ts'

/**
 * A mail as its template gets it: blanks stand for what differs between people, so that all whose
 * mail has the same words share one rendering.
 */
export type MailParts = { mail: Mail; line: LineParts | null }

/**
 * What a mail says of the line. `texts` are blanks: they differ between people. The rest decides
 * which words the mail has.
 */
export type LineParts = {
  texts: LineTexts
  /** of each number among the texts: its words differ */
  amounts: Readonly<Record<string, Amount>>
  /** of the place in its plate; null without a place */
  size: 'large' | 'medium' | 'small' | null
  /** in the order of the terms */
  rewards: readonly RewardPart[]
  /** of a wave that invites people of one type */
  quizType: PerformanceType | null
}
/** `left3` is of the reward for three friends. */
type LineTexts = Readonly<Partial<Record<LineTextName | `${RewardTextName}${number}`, string>>>
export type LineTextName =
  | 'asOf'
  | 'link'
  | 'friends'
  | keyof ReturnType<typeof numbersOf>
  | keyof NonNullable<LineFacts['news']>
  | 'code'
  | 'until'
  | 'wave'
export type RewardTextName = 'left' | 'number' | 'due' | 'gone'
export type Amount = 'none' | 'one' | 'many'

/** `n`: how many more friends it takes. */
export type RewardPart = Pick<RewardStanding, 'friends' | 'state'> & {
  n: number
  hasLeft: boolean
}

/** Each person's figures would make every mail one of its own, so they are parts of the line. */
type LineFacts = {
  standing?: LineStanding
  news?: { more: number; fewer: number }
  spot?: InvitedSpot
}

export function partsOf(campaign: Campaign, mail: Mail, blank: Blank): MailParts {
  const { standing, news, spot, ...same } = mail as Mail & LineFacts
  const fields: Record<string, unknown> = { ...same }
  for (const [name, value] of Object.entries(same))
    if (name === 'email' || name.endsWith('Url')) fields[name] = blank(name, String(value))
  // It has the fields of the mail, and a text stays one.
  return { mail: fields as Mail, line: lineOfMail() }

  function lineOfMail(): LineParts | null {
    const write = () => writer(campaign, blank)
    if (standing) return partsOfStanding(standing, news, write())
    return spot ? partsOfSpot(spot, write()) : null
  }
}

/** Writes the texts of one mail, in the campaign's language and time zone. */
const writer = ({ timeZone, language }: Campaign, blank: Blank) => {
  const numberOf = (n: number) => numberText(n, language)
  const timeText = (ms: number) => inZone(ms, timeZone, language).dayAndTime
  const texts = <Name extends string, Value>(
    values: ValuesBy<Name, Value>,
    text: (value: Value) => string,
  ) =>
    // Neither Object.entries nor Object.fromEntries knows the names.
    Object.fromEntries(
      Object.entries(values as Readonly<Record<string, Value | null>>).flatMap(([name, value]) =>
        value === null ? [] : [[name, blank(name, text(value))]],
      ),
    ) as Partial<Record<Name, string>>
  return {
    language,
    texts: <Name extends string>(values: ValuesBy<Name, string>) => texts(values, (text) => text),
    numbers: <Name extends string>(values: ValuesBy<Name, number>) => texts(values, numberOf),
    times: <Name extends string>(values: ValuesBy<Name, number>) => texts(values, timeText),
  }
}
type ValuesBy<Name extends string, Value> = Readonly<Partial<Record<Name, Value | null>>>
type Writer = ReturnType<typeof writer>

function partsOfStanding(
  standing: LineStanding,
  news: LineFacts['news'],
  write: Writer,
): LineParts {
  const { place, link, rewards, counted } = standing
  const numbers = { friends: counted, ...(place && numbersOf(place)), ...news }
  return {
    texts: Object.assign(
      write.times({ asOf: standing.asOf }),
      write.texts({ link: link && link.url }),
      ...rewards.map((reward) => textsOfReward(reward, write)),
      write.numbers(numbers),
    ),
    amounts: Object.fromEntries(
      Object.entries(numbers).map(([name, n]) => [name, amountOf(n, write.language)]),
    ),
    size: place && sizeOf(place),
    rewards: rewards.map((reward) => partOfReward(reward, standing)),
    quizType: null,
  }
}

const numbersOf = ({ place, before, behind, confirmedBefore, passed, passedBy }: Place) => ({
  place,
  before,
  behind,
  confirmedBefore,
  passed,
  passedBy,
})

const partsOfSpot = ({ code, untilMs, wave, quizType }: InvitedSpot, write: Writer): LineParts => ({
  texts: {
    ...write.texts({ code }),
    ...write.times({ until: untilMs }),
    ...write.numbers({ wave }),
  },
  amounts: {},
  size: null,
  rewards: [],
  quizType,
})

/** The texts of one reward have its number of friends in their names. */
const textsOfReward = (
  { friends, left, number, dueAt, goneAt }: RewardStanding,
  write: Writer,
): LineTexts => ({
  ...write.numbers({ [`left${friends}`]: left, [`number${friends}`]: number }),
  ...write.times({ [`due${friends}`]: dueAt, [`gone${friends}`]: goneAt }),
})

const partOfReward = (reward: RewardStanding, standing: LineStanding): RewardPart => ({
  friends: reward.friends,
  state: reward.state,
  n: friendsToGo(reward, standing),
  hasLeft: (reward.left ?? 0) > 0,
})

const amountOf = (n: number, language: Language): Amount =>
  n === 0 ? 'none' : pluralOf(n, language, 'one', 'many')

/** A place of more digits is set smaller, so that it fits a phone. */
const sizeOf = ({ place }: Place): LineParts['size'] =>
  place < 100_000 ? 'large' : place < 1_000_000 ? 'medium' : 'small'
