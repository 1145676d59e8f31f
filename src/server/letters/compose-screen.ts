import { z } from 'zod'
import { letterPath, letterPaths, type LetterFields } from '#contract/letters/screens.ts'
import {
  isLanguageTag,
  letterLanguages,
  type LetterAudience,
  type LetterProblem,
  type LetterText,
} from '#contract/letters/letters.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { mainLang, type LetterGap } from '#contract/mails/mails.ts'
import { fill } from '#contract/text.ts'
import { perform } from '#server/acts/act.ts'
import { loader, notFound, ofId, type LoaderDeps } from '#server/http/loader.ts'
import { knownOrigins } from '#server/people/filter.ts'
import {
  countAudience,
  countOthers,
  countWithout,
  everyone,
  parseAudience,
  storedAudience,
} from './audience.ts'
import { namesWithoutFallback, problemsOf, warningsOf } from './check.ts'
import { readLetter, type Draft, type Letter, type Saved } from './letter.ts'
import { progressView } from './progress.ts'
import { saveDraft } from './send.ts'

const mostOrigins = 200
const emptyText: LetterText = { subject: '', preview: '', body: '' }
const empty = fieldsOfText(emptyText, everyone)

const startFields = z.object({ start: z.string().catch('') })

/** The form of a new letter, empty or with a text of the campaign. */
export const loadNewLetter = loader(startFields, async (deps, { start }) => {
  const text = startingTexts(deps.campaign).get(start)
  return composed(await formOf(deps, null, text ? fieldsOfText(text, everyone) : empty))
})

/** A draft as its form, a letter in any other state with its progress. Readers get the preview. */
export const loadLetter = loader(ofId, async (deps, { id }, { role }) => {
  const letter = await readLetter(deps.store.db, id)
  if (!letter) return notFound
  if (letter.state !== 'draft') return progressView(deps, letter)
  if (role === 'reader') return { path: letterPaths.preview(id) }
  return composed(await formOf(deps, letter, fieldsOfLetter(letter)))
})

const text = z.string().catch('')

/** What the form of a letter contains. Any text can be saved. `do`: the button that was pressed. */
const letterFields = z.object({
  id: z.string().optional(),
  do: text,
  revision: z.coerce.number().catch(0),
  subject: text,
  preview: text,
  // A form sends its lines with CRLF (HTML 4.10.21.7).
  body: text.transform((typed) => typed.replaceAll('\r\n', '\n')),
  lang: text.transform((tag) => (isLanguageTag(tag) ? tag : mainLang)),
  type: text,
  source: text,
})

/** LETTER-1: 'Count again' changes nothing; each other button saves first. */
export const saveLetterForm = loader(letterFields, async (deps, sent, { operator }) => {
  const { id, do: next, revision, type, source, ...text } = sent
  const audience = parseAudience(new URLSearchParams({ type, source }).toString())
  // With an audience that cannot be read, people could be added whom it would exclude.
  if (!audience) return notFound
  const draft = { text, audience }
  if (next === 'count') {
    const stored = id === undefined ? null : await readLetter(deps.store.db, id)
    const form = await formOf(deps, stored, fieldsOfDraft(draft))
    // The revision as sent, so that a save after somebody else's still says so.
    return composed({ ...form, ...(stored && { revision }) })
  }
  const { id: actId, result: saved } = await perform(saveDraft, deps, {
    subject: { id, revision, draft },
    fields: {},
    by: operator,
  })
  return saved.outcome === 'saved'
    ? goOn(deps, saved.letter, { next, actId })
    : conflict(deps, draft, saved)
})

/** Test and send need a letter without problems. */
async function goOn(
  deps: LoaderDeps,
  letter: Letter,
  { next, actId }: { next: string; actId: string },
) {
  if (next === 'preview') return { path: letterPaths.preview(letter.id) }
  if (next !== 'test' && next !== 'send') return { path: `${letterPath(letter.id)}?done=${actId}` }
  const form = await formOf(deps, letter, fieldsOfLetter(letter))
  const hinders = form.problems.filter(({ field }) => next === 'send' || field !== 'audience')
  return hinders.length === 0
    ? { path: letterPaths[next](letter.id) }
    : composed({ ...form, toFillIn: null }, { wrong: 'problems' })
}

/** The typed text stays in the form, beside the text that another operator saved. */
async function conflict(
  deps: LoaderDeps,
  draft: Draft,
  saved: Exclude<Saved, { outcome: 'saved' }>,
) {
  const theirs = saved.outcome === 'conflict' ? saved.letter : null
  const stored = theirs?.state === 'draft' ? theirs : null
  const form = await formOf(deps, stored, fieldsOfDraft(draft))
  return theirs === null
    ? composed(form, { wrong: 'gone' })
    : composed(form, { wrong: 'conflict', theirs: savedByAnother(theirs) })
}

/** `by` and `at`: of the last save, or of the act that followed it. */
const savedByAnother = (letter: Letter) => ({
  id: letter.id,
  fields: fieldsOfLetter(letter),
  state: letter.state,
  by: (letter.state === 'draft' ? null : letter.sentBy) ?? letter.savedBy,
  at: (letter.state === 'draft' ? null : letter.frozenAt) ?? letter.savedAt,
})

/** `gone`: somebody deleted the letter; with `id` null, Save keeps the text as a new draft. */
type Refused = {
  wrong?: 'problems' | 'conflict' | 'gone'
  theirs?: ReturnType<typeof savedByAnother>
}

const composed = (form: Awaited<ReturnType<typeof formOf>>, refused: Refused = {}) => ({
  screen: 'letter-compose' as const,
  ...form,
  ...refused,
})

/** `letter`: as stored; null for a new one. `fields`: as typed. */
async function formOf(deps: LoaderDeps, letter: Letter | null, fields: LetterFields) {
  const { db } = deps.store
  const { type, source, ...text } = fields
  const audience: LetterAudience = { type, source }
  const count = await countAudience(db, audience)
  const rules = { mails: await deps.mailBundle(), publicUrl: deps.publicUrl }
  const without = await countWithout(db, audience, namesWithoutFallback(text, rules.mails))
  const isSaved = letter !== null && isSame(fields, fieldsOfLetter(letter))
  const problems = problemsOf(text, { audience, people: count.people, without }, rules)
  return {
    /** null for a letter that is not saved yet */
    id: letter?.id ?? null,
    revision: letter?.revision ?? 0,
    fields,
    languages: letterLanguages(deps.campaign.mails),
    saved: letter && { at: letter.savedAt, by: letter.savedBy },
    origins: await knownOrigins(db, mostOrigins),
    count,
    /** people who match and are not confirmed, or get no mail */
    others: { confirmed: 0, ...(await countOthers(db, audience)) },
    problems,
    warnings: await warningsOf(text, rules),
    /** the gaps of a text in which nobody has written yet, whose problems are shown later */
    toFillIn: isAsBegun(text, deps.campaign) ? gapsOf(problems) : null,
    /** when a test of this text was sent */
    testedAt: isSaved ? letter.testedAt : null,
    /** fields differ from what is saved */
    isUnsaved: letter !== null && !isSaved,
    sender: deps.campaign.brand,
  }
}

export const fieldsOfLetter = ({ text, audience }: Letter): LetterFields =>
  fieldsOfText(text, storedAudience(audience))
const fieldsOfDraft = ({ text, audience }: Draft): LetterFields => fieldsOfText(text, audience)

function fieldsOfText(text: LetterText, audience: LetterAudience): LetterFields {
  return { lang: mainLang, ...text, ...audience }
}

const isSame = (a: LetterFields, b: LetterFields) =>
  (Object.keys(a) as (keyof LetterFields)[]).every((name) => a[name] === b[name])

type Words = Pick<Campaign, 'brand' | 'mails'>

/** The texts of the campaign with which a letter can begin, by the word in their address. */
function startingTexts({ brand, mails }: Words): ReadonlyMap<string, LetterText> {
  const filled = (text: string) => fill(text, { brand })
  return new Map(
    Object.entries(mails.letterStarts ?? {}).map(([key, { subject, preview, body }]) => [
      key,
      { subject: filled(subject), preview: filled(preview), body: filled(body) },
    ]),
  )
}

/** No operator has edited it: it is empty, or an unchanged starting text. */
const isAsBegun = (text: LetterText, words: Words): boolean =>
  [emptyText, ...startingTexts(words).values()].some(
    ({ subject, preview, body }) =>
      text.subject === subject && text.preview === preview && text.body === body,
  )

/** The gaps that are still to be filled in, each once, in the order of the text. */
const gapsOf = (problems: readonly LetterProblem[]): LetterGap[] => [
  ...new Set(problems.flatMap(({ gap }) => gap ?? [])),
]
