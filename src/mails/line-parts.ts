import type { Campaign } from '#contract/campaign.ts'
import type { Place } from '#contract/line.ts'
import { friendsToGo, type LineStanding, type RewardStanding } from '#contract/line-page.ts'
import { mainLang, type Mail, type MailOf } from '#contract/mails.ts'
import type { PerformanceType } from '#contract/quiz.ts'
import { plural } from '#contract/text.ts'
import { inZone } from '#contract/time.ts'

/**
 * What a mail says of the line. `texts` differ between people: a mail is rendered with blanks in
 * their place. The rest decides which words it has.
 */
export type LineParts = {
  lang: string
  texts: Readonly<Record<string, string>>
  /** of each number among the texts: its words differ */
  amounts: Readonly<Record<string, Amount>>
  /** of the place in its plate; null without a place */
  size: 'large' | 'medium' | 'small' | null
  /** in the order of the terms */
  rewards: readonly RewardPart[]
  /** of a wave that invites people of one type */
  quizType: PerformanceType | null
}
export type Amount = 'none' | 'one' | 'many'

/** `n`: how many more friends it takes. */
export type RewardPart = Pick<RewardStanding, 'friends' | 'state'> & {
  n: number
  hasLeft: boolean
  hasNumber: boolean
}

type LineMail = 'welcome' | 'friend' | 'reward' | 'turn'
/**
 * A mail of the line as its template gets it: with its parts instead of what they were read from.
 */
export type LineMailOf<T extends LineMail> = Omit<MailOf<T>, 'standing' | 'news' | 'spot'> & {
  line: LineParts
}
export type ReadyMail = Mail & { line?: LineParts }

export function readyMail(campaign: Campaign, mail: Mail): ReadyMail {
  const parts = partsOfMail(campaign, mail)
  if (parts === null) return mail
  // See `LineMailOf`: each person's figures would make every mail one of its own.
  return { ...mail, standing: undefined, news: undefined, spot: undefined, line: parts } as never
}

function partsOfMail(campaign: Campaign, mail: Mail): LineParts | null {
  switch (mail.template) {
    case 'welcome':
      return mail.standing ? partsOfStanding(campaign, mail.standing) : null
    case 'friend': {
      const parts = partsOfStanding(campaign, mail.standing, mail.lang)
      return withNumbers(parts, mail.news)
    }
    case 'reward':
      return partsOfStanding(campaign, mail.standing, mail.lang)
    case 'turn':
      return partsOfSpot(campaign, mail.spot, mail.lang)
    default:
      return null
  }
}

const nothing = { size: null, rewards: [], quizType: null, amounts: {} } as const

function partsOfStanding(
  campaign: Campaign,
  standing: LineStanding,
  lang: string = mainLang,
): LineParts {
  const { place, link, rewards, counted } = standing
  const times = timesIn(campaign, lang)
  const parts: LineParts = {
    ...nothing,
    lang,
    texts: {
      asOf: times(standing.asOf),
      ...(link && { link: link.url }),
      ...Object.assign({}, ...rewards.map((reward) => textsOfReward(reward, lang, times))),
    },
    size: place && sizeOf(place),
    rewards: rewards.map((reward) => partOfReward(reward, standing)),
  }
  return withNumbers(parts, { friends: counted, ...(place && numbersOf(place)) })
}

const numbersOf = ({ place, before, behind, confirmedBefore, passed, passedBy }: Place) => ({
  place,
  before,
  behind,
  confirmedBefore,
  passed,
  passedBy,
})

const partsOfSpot = (
  campaign: Campaign,
  { code, untilMs, wave, quizType }: MailOf<'turn'>['spot'],
  lang: string = mainLang,
): LineParts => ({
  ...nothing,
  lang,
  texts: { code, until: timesIn(campaign, lang)(untilMs), wave: numberIn(wave, lang) },
  quizType,
})

/** The texts of one reward have its number of friends in their names. */
const textsOfReward = (
  { friends, left, number, dueAt, goneAt }: RewardStanding,
  lang: string,
  times: (ms: number) => string,
) => ({
  ...(left !== null && { [`left${friends}`]: numberIn(left, lang) }),
  ...(number !== null && { [`number${friends}`]: numberIn(number, lang) }),
  ...(dueAt !== null && { [`due${friends}`]: times(dueAt) }),
  ...(goneAt !== null && { [`gone${friends}`]: times(goneAt) }),
})

const partOfReward = (reward: RewardStanding, standing: LineStanding): RewardPart => ({
  friends: reward.friends,
  state: reward.state,
  n: friendsToGo(reward, standing),
  hasLeft: (reward.left ?? 0) > 0,
  hasNumber: reward.number !== null,
})

function withNumbers(parts: LineParts, numbers: Readonly<Record<string, number>>): LineParts {
  const texts: Record<string, string> = { ...parts.texts }
  const amounts: Record<string, Amount> = { ...parts.amounts }
  for (const [name, n] of Object.entries(numbers)) {
    texts[name] = numberIn(n, parts.lang)
    amounts[name] = n === 0 ? 'none' : plural(n, 'one', 'many')
  }
  return { ...parts, texts, amounts }
}

const numberIn = (n: number, lang: string) => n.toLocaleString(lang)

const timesIn =
  ({ timeZone }: Campaign, lang: string) =>
  (ms: number): string =>
    inZone(ms, timeZone, lang === 'nl' ? 'nl' : 'en').dayAndTime

/** A place of more digits is set smaller, so that it fits a phone. */
const sizeOf = ({ place }: Place): LineParts['size'] =>
  place < 100_000 ? 'large' : place < 1_000_000 ? 'medium' : 'small'
