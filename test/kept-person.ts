import type { Campaign } from '#contract/campaign/campaign.ts'
import { isGrantedOffer } from '#contract/campaign/offers.ts'
import type { LineRecord, RewardState } from '#contract/line/records.ts'
import { spotStates } from '#contract/line/waves.ts'
import { mailTemplates } from '#contract/mails/mails.ts'
import type { PersonalData } from '#contract/people/personal-data.ts'
import type { MailReportKind } from '#contract/people/personal-records.ts'
import { dayMs, hourMs } from '#contract/time.ts'
import { confirmedAt as now } from './line-standing.ts'
import { personalDataWith } from './personal-data.ts'

const reportKinds: readonly MailReportKind[] = [
  'hard-bounce',
  'soft-bounce',
  'complaint',
  'out-of-office',
  'refusal',
  'account',
  'unsubscribe',
]
const moves = ['confirmed', 'friend', 'friend-less', 'invited', 'back', 'end'] as const
const rewardStates: readonly RewardState[] = ['reached', 'yours', 'gone', 'taken-back', 'withdrawn']

/** All that the line can keep about one person. */
export const keptLine: LineRecord = {
  order: 8_933,
  standing: 'waiting',
  keptUntilAt: null,
  friends: { counted: 1, placeOnly: 1, waiting: 1 },
  cameByLink: true,
  link: {
    code: 'K7Q42M9',
    name: '',
    madeAt: now,
    newsDueAt: null,
    newsSentAt: null,
    newsStoppedAt: now,
  },
  moves: moves.map((why, index) => ({ place: 8_900 + index, why, notedAt: now + index * dayMs })),
  rewards: rewardStates.map((state, index) => ({
    friends: [1, 3, 10, 25, 50][index]!,
    state,
    number: index === 1 ? 1_234 : null,
    note: '',
    changedAt: now,
    dueAt: now + hourMs,
  })),
  spots: spotStates.map((state, index) => ({
    wave: index + 1,
    place: 1_000 + index,
    state,
    invitedAt: now,
    untilAt: now + dayMs,
    endedAt: null,
    usedAt: state === 'came' ? now : null,
  })),
}

/** A person about whom every kind of data is stored that a person's page shows. */
export function keptPerson({ language, quiz, consents, offers, sequence }: Campaign): PersonalData {
  const consent = consents[0]!
  return personalDataWith({
    email: 'mila@fuel.example',
    state: 'confirmed',
    placement: 'hero',
    medium: 'social',
    campaign: 'november',
    source: 'insta',
    referrer: 'example.org',
    joinedAt: now - dayMs,
    confirmedAt: now,
    importedAt: now - dayMs,
    mailResumesAt: now + dayMs,
    line: keptLine,
    consents: [
      {
        version: consent.version,
        language,
        wording: consent.text,
        placement: 'hero',
        source: null,
        givenAt: now,
      },
      {
        version: '',
        language: 'en',
        wording: '',
        placement: 'import',
        source: 'Expo',
        givenAt: now,
      },
    ],
    offers: Object.keys(offers)
      .filter((name) => isGrantedOffer(offers[name]))
      .map((offer, index) => ({
        offer,
        number: index % 2 ? 1_234 : null,
        grantedAt: now,
      })),
    ...(quiz && quizParts(quiz, sequence?.steps[1]?.name ?? null)),
    mails: ['sent', 'uncertain', 'due', 'failed'].flatMap((state) =>
      mailTemplates.map((template, index) => ({
        id: `${state}-${template}`,
        template,
        state,
        queuedAt: now + index * hourMs,
        sentAt: state === 'sent' ? now : null,
        reason: null,
      })),
    ),
    reports: reportKinds.map((kind) => ({ kind, via: 'smtp', reportedAt: now, reason: '' })),
  })
}

function quizParts(quiz: NonNullable<Campaign['quiz']>, step: string | null) {
  const type = Object.keys(quiz.types)[0]!
  const result = {
    id: 'r1',
    savedAt: now,
    performance_type: type,
    primary_score: 12,
    scores: Object.fromEntries(Object.keys(quiz.types).map((one, index) => [one, 12 - index])),
    answers: Object.fromEntries(quiz.questions.map(({ id, options }) => [id, options[0]!.id])),
    result_data: (
      quiz.types as Record<string, { title: string; description: string; recommendation: string }>
    )[type]!,
  }
  return {
    quizResults: [{ ...result, sequence: { state: 'running', startedAt: now } }],
    unconfirmedQuizResults: [{ ...result, id: 'r2' }],
    sequence: { step, firstAt: now, lastAt: now, dueAt: now + dayMs, firstsAt: [now] },
    // The keys are those of the campaign's quiz, which the type does not know.
  } as unknown as Pick<PersonalData, 'quizResults' | 'unconfirmedQuizResults' | 'sequence'>
}
