import type { Language } from '#contract/campaign/languages.ts'
import type { LetterAudience, LetterText, LetterTexts } from '#contract/letters/letters.ts'
import type { PersonState } from '#contract/people/waitlist.ts'
import type { Store } from '#server/db/store.ts'
import { createLetter, type Letter } from '#server/letters/letter.ts'
import { everyone } from '#server/letters/audience.ts'
import { fedLanes } from '#server/letters/lanes.ts'
import { budgetDomain, domainOf } from '#server/outbox/budget-domain.ts'
import type { TextRules } from '#server/letters/check.ts'
import { pressSend, type Pressed } from '#server/letters/send.ts'

export const weAreLive: LetterText = {
  subject: 'We are live',
  preview: 'The doors are open',
  body: 'Come in.',
}

/** A letter with one text, by default in English. */
export const oneText = (text: LetterText, language: Language = 'en'): LetterTexts => ({
  fallback: language,
  texts: { [language]: text },
})

/** Accepts every text and finds no placeholder; the rules of the bundle have tests of their own. */
export const anyText: TextRules = {
  mails: { checkLetter: () => [], placeholdersIn: () => [] },
  publicUrl: 'https://ascend.example',
}

export type PersonToAdd = {
  id: string
  state?: PersonState
  email?: string
  quizType?: string
  language?: Language
  source?: string
  confirmedAt?: number | null
}

/** Adds people directly: confirmed at 0 unless they say otherwise. */
export async function addListed(store: Store, people: readonly PersonToAdd[]): Promise<void> {
  const rows = people.map(({ id, email, state, quizType, language, source, confirmedAt }) => ({
    id,
    email: email ?? `${id}@example.com`,
    state: state ?? ('confirmed' as const),
    language: language ?? 'en',
    placement: 'hero',
    source: source ?? '',
    createdAt: 0,
    confirmedAt: confirmedAt === undefined ? 0 : confirmedAt,
    recentMails: '[]',
    budgetDomain: budgetDomain(domainOf(email ?? '@example.com')),
    quizType: (quizType ?? '') as '',
  }))
  for (let from = 0; from < rows.length; from += 500)
    await store.db
      .insertInto('people')
      .values(rows.slice(from, from + 500))
      .execute()
}

/**
 * Puts the mails of all people who are left of letters that are being sent into the outbox, as claims
 * do while few are ready.
 */
export async function feedLetters(store: Store, now: number): Promise<void> {
  const terms = { most: Infinity, mailsPerHour: Infinity }
  const left = store.db
    .selectFrom('letter_runs')
    .innerJoin('letters', 'letters.id', 'letterId')
    .select('letterId')
    .where('state', '=', 'sending')
    .where('letter_runs.endedAt', 'is', null)
  while (await left.executeTakeFirst()) await store.transact((trx) => fedLanes(trx, terms, now))
}

type SendOptions = { at?: number | null; audience?: LetterAudience; texts?: LetterTexts }

/** A letter to the audience, by default to everyone, with send pressed at `now`. */
export async function sentLetter(
  store: Store,
  now: number,
  options: SendOptions = {},
): Promise<Letter> {
  const pressed = await pressedLetter(store, now, options)
  if (pressed.outcome !== 'sent') throw new Error(`The letter was not sent: ${wordOf(pressed)}`)
  return pressed.letter
}

/** The same, which may be refused. */
export async function pressedLetter(
  store: Store,
  now: number,
  { at = null, audience = everyone, texts = oneText(weAreLive) }: SendOptions = {},
): Promise<Pressed> {
  const { id, revision } = await store.transact((trx) =>
    createLetter(trx, { ...texts, audience }, 'sanne@ascend.example', now),
  )
  const press = { id, revision, counted: 0, at, by: 'sanne@ascend.example' }
  return pressSend(store, press, anyText, now)
}

const wordOf = (pressed: Pressed) =>
  pressed.outcome === 'refused' ? JSON.stringify(pressed.problems) : pressed.outcome
