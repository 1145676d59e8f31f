import type { Campaign } from '#contract/campaign/campaign.ts'
import type { LineStanding } from '#contract/line/standing.ts'
import { mailTemplates, type Mail, type MailOf, type MailTemplate } from '#contract/mails/mails.ts'
import { performanceTypes } from './quiz-taker.ts'
import { dayMs, hourMs } from '#contract/time.ts'

const base = {
  email: 'sanne@example.com',
  unsubscribeUrl: 'https://fuel.example/unsubscribe/L3aveT0ken',
  meUrl: 'https://fuel.example/me/M3T0ken',
}
type NamedMail = { name: string; mail: Mail }

/** Every mail that a campaign can send to Sanne, each with a name that can be a file's name. */
export const everyMail = (campaign: Campaign): NamedMail[] =>
  mailTemplates.flatMap((template) => examples[template](campaign))

const links = {
  confirmUrl: 'https://fuel.example/confirm/C0nfirmT0ken',
  resultUrl: 'https://fuel.example/result/ResultT0ken',
  stopUrl: 'https://fuel.example/stop/St0pT0ken',
  spotUrl: 'https://fuel.example/spot/Sp0tT0ken',
}

const examples: Record<MailTemplate, (campaign: Campaign) => NamedMail[]> = {
  confirm: ({ quiz }) => {
    const mail = { template: 'confirm', ...base, confirmUrl: links.confirmUrl } as const
    return [{ name: 'confirm', mail }, ...(quiz ? ofEachType(mail) : [])]
  },
  listed: () => [{ name: 'listed', mail: { template: 'listed', ...base } }],
  result: ({ quiz }) =>
    quiz ? ofEachType({ template: 'result', ...base, resultUrl: links.resultUrl } as const) : [],
  welcome: ({ quiz, line }) => {
    const mail = { template: 'welcome', ...base } as const
    return [
      { name: 'welcome', mail },
      ...(quiz ? ofEachType(mail) : []),
      ...(line ? [{ name: 'welcome-in-line', mail: { ...mail, standing: standingOf(line) } }] : []),
    ]
  },
  friend: inLine((standing) => ({
    template: 'friend',
    ...base,
    stopUrl: links.stopUrl,
    standing,
    news: { more: 1, fewer: 0 },
  })),
  reward: inLine((standing) => {
    const rewards = standing.rewards.map((reward) =>
      reward.state === 'reached' ? { ...reward, state: 'yours' as const } : reward,
    )
    return {
      template: 'reward',
      ...base,
      standing: { ...standing, rewards },
      friends: rewards[0]!.friends,
    }
  }),
  turn: inLine(() => ({
    template: 'turn',
    ...base,
    spotUrl: links.spotUrl,
    spot: { code: '7F3K-91QD-2QX4-K7Q4', untilMs: at + 9 * dayMs, wave: 3, quizType: null },
  })),
  sequence: ({ sequence }) =>
    performanceTypes.flatMap((quizType) =>
      (sequence?.steps ?? []).map(({ name }) => ({
        name: `${quizType}-${name}`,
        mail: { template: 'sequence', ...base, step: name, quizType },
      })),
    ),
}

function ofEachType<Of extends MailTemplate>(mail: Omit<MailOf<Of>, 'quizType'>): NamedMail[] {
  return performanceTypes.map((quizType) => ({
    name: `${mail.template}-${quizType}`,
    // A mail without its type is one again with it.
    mail: { ...mail, quizType } as unknown as Mail,
  }))
}

/** A mail of the line. */
function inLine(mailOf: (standing: LineStanding) => Mail) {
  return ({ line }: Campaign): NamedMail[] => {
    if (line === null) return []
    const mail = mailOf(standingOf(line))
    return [{ name: mail.template, mail }]
  }
}

const at = Date.parse('2026-11-24T11:04:00Z')

/** LINE-10: Sanne is at 8,911 of 8,957, and one friend counts for her. */
export const standingOf = ({ terms }: NonNullable<Campaign['line']>): LineStanding => ({
  asOf: at,
  place: {
    place: 8_911,
    before: 8_910,
    behind: 46,
    waiting: 8_957,
    confirmedBefore: 8_932,
    passed: 25,
    passedBy: 3,
    order: 8_940,
    friends: 1,
    withOneMore: 8_886,
  },
  away: null,
  link: { url: 'https://fuel.example/?via=K7Q42MP', code: 'K7Q42MP', name: '' },
  counted: 1,
  countedForRewards: 1,
  lookedAt: 0,
  rewards: terms.rewards.map(({ friends, limit }, index) => ({
    friends,
    state: index === 0 ? 'reached' : 'locked',
    byOffer: false,
    number: null,
    at: index === 0 ? at : null,
    dueAt: index === 0 ? at + terms.holdHours * hourMs : null,
    left: limit === null ? null : limit - 212,
    goneAt: null,
  })),
  registered: 8_957,
})
