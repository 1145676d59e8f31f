import type { Campaign } from '#contract/campaign.ts'
import type { LineStanding } from '#contract/line-page.ts'
import { mailDeclarationOf, mailTemplates, type Mail } from '#contract/mails.ts'
import { performanceTypes } from '#contract/quiz.ts'

const base = {
  email: 'sanne@example.com',
  unsubscribeUrl: 'https://fuel.example/unsubscribe/L3aveT0ken',
  meUrl: 'https://fuel.example/me/M3T0ken',
}
const linkTo = (name: string) => {
  const noun = name.replace(/Url$/, '')
  return `https://fuel.example/${noun}/${noun[0]!.toUpperCase()}${noun.slice(1).replace('o', '0')}T0ken`
}

type NamedMail = { name: string; mail: Mail }

/** Every mail that a campaign can send to Sanne, each with a name that can be a file's name. */
export const everyMail = ({ quiz, sequence, line, mails }: Campaign): NamedMail[] => [
  ...usualMails({ quiz, sequence }),
  ...resultMails(mails),
  ...(line ? lineMails(line) : []),
]

const usualMails = ({ quiz, sequence }: Pick<Campaign, 'quiz' | 'sequence'>): NamedMail[] =>
  mailTemplates.flatMap((template) => {
    const { links = [], quizType, step, line } = mailDeclarationOf(template)
    if (line) return []
    const mail = {
      template,
      ...base,
      ...Object.fromEntries(links.map((name) => [name, linkTo(name)])),
    }
    const variants = step
      ? performanceTypes.flatMap((type) =>
          (sequence?.steps ?? []).map(({ name }) => ({
            name: `${type}-${name}`,
            mail: { ...mail, step: name, quizType: type },
          })),
        )
      : [
          ...(quizType === 'required' ? [] : [{ name: template, mail }]),
          ...(quiz && quizType
            ? performanceTypes.map((type) => ({
                name: `${template}-${type}`,
                mail: { ...mail, quizType: type },
              }))
            : []),
        ]
    // The declaration from which the type follows also gives the values.
    return variants as NamedMail[]
  })

/** QUIZ-9: in its other languages. */
const resultMails = ({ resultIn = {} }: Campaign['mails']): NamedMail[] =>
  Object.keys(resultIn).map((lang) => ({
    name: `result-${lang}`,
    mail: {
      template: 'result',
      ...base,
      resultUrl: linkTo('resultUrl'),
      quizType: 'focus',
      lang,
    },
  }))

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
    dueAt: index === 0 ? at + terms.holdHours * 3_600_000 : null,
    left: limit === null ? null : limit - 212,
    goneAt: null,
  })),
  registered: 8_957,
})

/** The mails of the line, and those in its other languages. */
function lineMails(line: NonNullable<Campaign['line']>): NamedMail[] {
  const standing = standingOf(line)
  const yours = standing.rewards.map((reward) =>
    reward.state === 'reached' ? { ...reward, state: 'yours' as const } : reward,
  )
  const spot = { code: '7F3K-91QD-2QX4-K7Q4', untilMs: at + 9 * 24 * 3_600_000, wave: 3 }
  const mails: Mail[] = [
    {
      template: 'friend',
      ...base,
      stopUrl: linkTo('stopUrl'),
      standing,
      news: { more: 1, fewer: 0 },
    },
    {
      template: 'reward',
      ...base,
      standing: { ...standing, rewards: yours },
      friends: yours[0]!.friends,
    },
    { template: 'turn', ...base, spotUrl: linkTo('spotUrl'), spot: { ...spot, quizType: null } },
  ]
  return [
    { name: 'welcome-in-line', mail: { template: 'welcome', ...base, standing } },
    ...mails.map((mail) => ({ name: mail.template, mail })),
    ...Object.keys(line.copy.mailsIn ?? {}).flatMap((lang) =>
      mails.map((mail) => ({ name: `${mail.template}-${lang}`, mail: { ...mail, lang } as Mail })),
    ),
  ]
}
