import type { Campaign } from '#contract/campaign/campaign.ts'
import type { LineRecord } from '#contract/line/records.ts'
import type { ShownSpot } from '#contract/line/spot.ts'
import { spotStates } from '#contract/line/waves.ts'
import type { PageVisit } from '#contract/render.ts'
import { lineActs } from '#contract/people/personal-data.ts'
import { noOrigin } from '#contract/people/waitlist.ts'
import { hourMs } from '#contract/time.ts'
import { keptPerson, keptLine } from './kept-person.ts'
import { confirmedAt as now, placeWith, rewardWith, standingWith } from './line-standing.ts'
import { personalDataWith } from './personal-data.ts'

export type PageName = PageVisit['page']
type Visit<Name extends PageName> = Extract<PageVisit, { page: Name }>
type Shown<Visited> = Visited extends unknown ? Omit<Visited, 'page'> : never
type Visits = {
  [Name in Exclude<PageName, 'landing' | 'ended'>]: readonly Shown<Visit<Name>>[]
}

const action = '/a/link'
const pageToken = 'a-token'
const email = 'mila@fuel.example'
const idle = { state: 'idle', typed: '' } as const
const line: LineRecord = { ...keptLine, moves: [], rewards: [], spots: [] }
const person = (state: 'confirmed' | 'unconfirmed' | 'unsubscribed') =>
  personalDataWith({ email, state, line })
const rewards = [rewardWith({ state: 'yours' }), rewardWith({ friends: 3 })]
const standing = standingWith({ rewards })
const away = (why: 'left' | 'invited' | 'taken') => ({
  standing: { ...standing, place: null, away: { why, until: now + hourMs } },
  remembered: false,
})
const leaving = { asOf: now, registered: 12, place: null, until: null, spot: null }
const ahead = { asOf: now, registered: 12, email, nextPlace: 13 }
const spot: ShownSpot = {
  code: '7F3K-91QD-2QX4-K7Q4',
  state: 'invited',
  wave: 2,
  place: 3,
  quizType: null,
  until: now + hourMs,
  isLast: false,
  usedAt: null,
  registered: 12,
  now,
}

/** Every page that visitors open beside the landing page, in each of its views. */
export const everyPage = (campaign: Campaign): Visits => ({
  'refused-form': [
    { pageToken: '', placement: 'hero', view: { state: 'invalid', typed: 'x' }, origin: noOrigin },
    { pageToken, placement: 'final', view: { state: 'elsewhere', typed: email }, origin: noOrigin },
    { pageToken, placement: 'hero', view: { state: 'not-stored', typed: email }, origin: noOrigin },
    {
      pageToken,
      placement: 'hero',
      view: { state: 'busy', typed: email, retryAfterS: 90 },
      origin: noOrigin,
    },
  ],
  once: [
    { view: 'sent' },
    { view: 'ask', action },
    { view: 'confirmed', action },
    { view: 'deleted' },
  ],
  ...quizPages(campaign),
  confirm: [
    { view: 'ask', action },
    { view: 'ask', action, ahead },
    { view: 'ask', action, ahead: { ...ahead, nextPlace: null } },
    { view: 'done', action },
    { view: 'done', action, standing, confirmedAt: now },
    { view: 'already', action, standing, quizTaken: true },
  ],
  unsubscribe: [
    { view: 'ask', action },
    { view: 'ask', action, line: { ...leaving, place: 3 } },
    { view: 'ask', action, line: { ...leaving, spot: { heldUntil: now + hourMs } } },
    { view: 'ask', action, line: { ...leaving, spot: 'taken' } },
    { view: 'remove', action },
    { view: 'removed', action },
    { view: 'done', action },
    { view: 'done', action, line: { ...leaving, until: now + hourMs } },
    { view: 'already', action },
  ],
  'stop-news': [
    { view: 'ask', action },
    { view: 'done', action },
    { view: 'already', action },
  ],
  me: [
    { action, person: person('confirmed'), line: { standing, remembered: false } },
    { action, person: person('confirmed'), line: away('invited') },
    { action, person: person('confirmed'), line: away('taken') },
    { action, person: person('unsubscribed'), line: away('left') },
    { action, person: person('unconfirmed'), ahead },
    {
      action,
      person: keptPerson(campaign),
      line: { standing: fullStanding(), remembered: true },
    },
  ],
  'me-line': lineActs.flatMap((act) => [
    { act, action, mePath: '/me/x' },
    { act, action, mePath: '/me/x', name: { typed: '@', isWrong: true } },
  ]),
  'me-consent': [
    { view: 'ask', action },
    { view: 'done', action },
    { view: 'already', action },
    { view: 'silenced', action },
  ],
  'me-erase': [
    { view: 'ask', action, mePath: '/me/x' },
    { view: 'done', action },
  ],
  spot: spotStates.flatMap((state) => [
    { action, spot: { ...spot, state } },
    { action, spot: { ...spot, state, wave: 1_234, isLast: true, usedAt: now } },
  ]),
  'spot-busy': [{}],
  'link-unknown': [{}],
  'try-later': [{ action }, { action, sent: { name: 'Mila' } }],
  'try-tomorrow': (['return', 'new-link', 'news'] as const).map((act) => ({ act })),
  privacy: [{}],
  'line-rules': [
    { changes: [] },
    {
      changes: [
        { at: now - hourMs, perFriend: 25, cap: 40 },
        { at: now, perFriend: 1_000, cap: 1 },
        { at: now + hourMs, perFriend: 0, cap: 1 },
      ],
    },
  ],
  'not-found': [{}],
  unexpected: [{}],
})

/** Without a quiz no visit leads to them. */
function quizPages({ quiz }: Campaign) {
  type QuizPage = 'quiz-question' | 'quiz-result' | 'quiz-saved' | 'me-result'
  if (!quiz) return { 'quiz-question': [], 'quiz-result': [], 'quiz-saved': [], 'me-result': [] }
  const answers = Object.fromEntries(
    quiz.questions.map(({ id, options }) => [id, options[0]!.id]),
  ) as Visit<'quiz-result'>['answers']
  const type = Object.keys(quiz.types)[0] as Visit<'me-result'>['type']
  return {
    'quiz-question': quiz.questions.map(({ id: question }) => ({
      question,
      answers: {},
      origin: noOrigin,
    })),
    'quiz-result': [
      idle,
      { state: 'invalid', typed: 'x' } as const,
      { state: 'not-stored', typed: email } as const,
      { state: 'elsewhere', typed: email } as const,
      { state: 'busy', typed: email, retryAfterS: 90 } as const,
    ].map((view) => ({ answers, origin: noOrigin, key: 'k', pageToken, view })),
    'quiz-saved': [{ type, email }],
    'me-result': (['ask', 'done', 'already'] as const).map((view) => ({
      view,
      type,
      savedAt: now,
      action,
    })),
  } satisfies Pick<Visits, QuizPage>
}

/** With thousands, friends, each state of a reward, and everybody who has passed whom. */
const fullStanding = () => ({
  ...standingWith({
    counted: 2,
    countedForRewards: 2,
    lookedAt: 1,
    rewards: (['yours', 'reached', 'gone', 'taken-back', 'withdrawn'] as const).map(
      (state, index) =>
        rewardWith({
          ...standingWith().rewards[index],
          friends: standingWith().rewards[index % standingWith().rewards.length]!.friends,
          state,
          at: now,
          dueAt: now + hourMs,
          goneAt: now,
        }),
    ),
  }),
  place: placeWith({ place: 8_911, behind: 1_246, passed: 50, passedBy: 1_003, friends: 2 }),
})
