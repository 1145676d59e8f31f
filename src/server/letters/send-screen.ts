import { z } from 'zod'
import type { DoctorCheckKey } from '#contract/mails/doctor.ts'
import { letterPath } from '#contract/letters/screens.ts'
import { perform } from '#server/acts/act.ts'
import { destinationKind } from '#server/config/destination.ts'
import { readLocalTime } from '#server/counts/zone-clock.ts'
import { loader, notFound, ofId, typedField, type LoaderDeps } from '#server/http/loader.ts'
import { languageToRead, subjectOf } from '#contract/letters/letters.ts'
import { byLanguage, byProvider, storedAudience, type LanguageCount } from './audience.ts'
import { checkLetter, rulesOf, warningsOf } from './check.ts'
import { readLetter, type Letter } from './letter.ts'
import { mailsPerHourOf, planOf } from './progress.ts'
import { schedule, sendNow } from './send.ts'

/** What the layers above know of mail (ops/mail-screen.ts). */
type SendDeps = LoaderDeps & {
  readMailHealth: () => Promise<{
    outcomes: readonly { provider: string; mails: number; bounced: number }[]
    doctor: { at: number; wrong: DoctorCheckKey[] } | null
    stops: string[]
  }>
}

/** LETTER-2: the page that asks, once, before a letter is sent or scheduled. */
export const askToSend = loader(ofId, async (deps: SendDeps, { id }) => {
  const letter = await readLetter(deps.store.db, id)
  if (!letter) return notFound
  return letter.state === 'draft'
    ? questionOf(deps, letter, { day: '', time: '' })
    : { path: letterPath(id) }
})

const number = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .catch(0)

/** What the page had asked about, and when to send. */
const sendFields = ofId.extend({
  revision: number,
  people: number,
  day: typedField(40),
  time: typedField(40),
})

/** LETTER-2: of two operators at once, one sends it and the other is told. */
export const sendLetter = loader(sendFields, async (deps: SendDeps, typed, { operator }) => {
  const letter = await readLetter(deps.store.db, typed.id)
  if (!letter) return notFound
  const at = plannedAt(typed, deps.campaign.timeZone)
  if ('wrong' in at && letter.state === 'draft') return questionOf(deps, letter, typed, at.wrong)
  const time = 'at' in at ? at.at : null
  const { id: actId, result: pressed } = await perform(
    time === null ? sendNow : schedule,
    { ...deps, rules: await rulesOf(deps) },
    {
      subject: letter,
      fields: { revision: typed.revision, counted: typed.people, at: time },
      by: operator,
    },
  )
  deps.letterChanged()
  if (pressed.outcome === 'unknown') return notFound
  // The outcome of the act says why nothing was sent.
  if (pressed.outcome === 'sent' || pressed.letter.state !== 'draft')
    return { path: `${letterPath(letter.id)}?done=${actId}` }
  const wrong = pressed.outcome === 'refused' ? 'problems' : pressed.outcome
  return questionOf(deps, pressed.letter, typed, wrong)
})

type Typed = { day: string; time: string }

/** Without day and time: now. */
const plannedAt = ({ day, time }: Typed, timeZone: string) =>
  day === '' && time === '' ? { at: null } : readLocalTime(`${day}T${time}`, timeZone)

type Wrong =
  | Extract<ReturnType<typeof plannedAt>, { wrong: unknown }>['wrong']
  | 'changed'
  | 'problems'

/** LETTER-2: everything that the operator should know before sending. */
async function questionOf(
  deps: SendDeps,
  letter: Letter,
  { day, time }: Typed,
  wrong?: Wrong | 'past',
) {
  const { store, config, campaign, now } = deps
  const rules = await rulesOf(deps)
  const checked = await checkLetter(letter, { ...rules, db: store.db })
  const { people, problems } = checked
  const parts = problems.length > 0 ? [] : checked.parts
  const providers = byProvider(parts)
  const { outcomes, doctor, stops } = await deps.readMailHealth()
  return {
    screen: 'letter-confirm' as const,
    id: letter.id,
    revision: letter.revision,
    subject: subjectOf(letter),
    audience: storedAudience(letter.audience),
    people,
    problems,
    /** whether its texts are in several languages */
    isInSeveral: Object.keys(letter.texts).length > 1,
    /** what does not prevent sending, such as its size */
    warnings: await warningsOf(letter, rules),
    testedAt: letter.testedAt,
    providers: providers.map(({ provider, people: count }) => {
      const recent = outcomes.find((row) => row.provider === provider)
      return { provider, people: count, mails: recent?.mails ?? 0, bounced: recent?.bounced ?? 0 }
    }),
    /** where the campaign has several: who reads which text */
    readers: campaign.languages.length > 1 ? readersIn(letter, byLanguage(parts)) : [],
    plan: planOf(deps, new Map(providers.map((row) => [row.provider, row.people])), now()),
    rules: campaign.letters,
    /** null without limits */
    mailsPerHour: mailsPerHourOf(config),
    /** as typed: a day and a time in the campaign's zone; empty for now */
    day,
    time,
    timeZone: campaign.timeZone,
    destination: destinationKind(config),
    doctor,
    mailStops: stops,
    ...(wrong && { wrong }),
  }
}

/** The text that people of each language get. */
function readersIn({ fallback, texts }: Letter, counts: readonly LanguageCount[]) {
  const languages = Object.keys(texts)
  return counts.map(({ language, people }) => ({
    language,
    people,
    reads: languageToRead({ fallback, languages }, language),
  }))
}
