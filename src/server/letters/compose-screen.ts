import { z } from 'zod'
import { campaign } from '#campaign'
import { inLanguages } from '#campaign/in-languages.ts'
import type { Language } from '#contract/campaign/languages.ts'
import {
  letterPath,
  letterPaths,
  textFieldName,
  type LetterFields,
} from '#contract/letters/screens.ts'
import type {
  LetterAudience,
  LetterProblem,
  LetterText,
  LetterTexts,
} from '#contract/letters/letters.ts'
import type { LetterGap } from '#contract/mails/mails.ts'
import { fill } from '#contract/text.ts'
import { perform } from '#server/acts/act.ts'
import { loader, notFound, ofId, type LoaderDeps } from '#server/http/loader.ts'
import { knownOrigins } from '#server/people/filter.ts'
import { countAudience, countOthers, everyone, parseAudience, storedAudience } from './audience.ts'
import { countLacking, problemsOf, rulesOf, warningsOf } from './check.ts'
import { readLetter, type Draft, type Letter, type Saved } from './letter.ts'
import { progressView } from './progress.ts'
import { saveDraft } from './send.ts'
import { emptyText, isSameText, writtenTexts } from './texts.ts'

const mostOrigins = 200
const noTexts: LetterTexts = { fallback: campaign.language, texts: {} }

const startFields = z.object({ start: z.string().catch('') })

/** The form of a new letter, empty or with a text of the campaign. */
export const loadNewLetter = loader(startFields, async (deps, { start }) => {
  const texts = startingTexts.get(start) ?? {}
  return composed(await formOf(deps, null, { ...noTexts, texts, ...everyone }))
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

/**
 * What the form of a letter contains, and a field for each part of a text (`textFieldName`). Any text can
 * be saved. `do`: the button that was pressed.
 */
const letterFields = z.looseObject({
  id: z.string().optional(),
  do: text,
  revision: z.coerce.number().catch(0),
  fallback: z.string().min(1).catch(campaign.language),
  type: text,
  source: text,
})

const typedText = z.object({
  subject: text,
  preview: text,
  // A form sends its lines with CRLF (HTML 4.10.21.7).
  body: text.transform((typed) => typed.replaceAll('\r\n', '\n')),
})

/** Of each language that the form had fields for, also of one that the campaign has no more. */
function textsOfForm(sent: Readonly<Record<string, unknown>>): LetterTexts['texts'] {
  const others = Object.keys(sent).flatMap((name) => /^body-([\w-]{2,35})$/.exec(name)?.[1] ?? [])
  const typed = (language: Language): LetterText => {
    const of = (field: keyof LetterText) => sent[textFieldName(field, language, campaign.languages)]
    return typedText.parse({ subject: of('subject'), preview: of('preview'), body: of('body') })
  }
  return Object.fromEntries(
    [campaign.language, ...others].map((language) => [language, typed(language)]),
  )
}

/** LETTER-1: 'Recount' changes nothing; each other button saves first. */
export const saveLetterForm = loader(letterFields, async (deps, sent, { operator }) => {
  const { id, do: next, revision, type, source, fallback } = sent
  const audience = parseAudience(new URLSearchParams({ type, source }).toString())
  // With an audience that cannot be read, people could be added whom it would exclude.
  if (!audience) return notFound
  const draft = { ...writtenTexts({ fallback, texts: textsOfForm(sent) }), audience }
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
  const hinders = form.problems.filter(({ language }) => next === 'send' || language !== undefined)
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
  const { type, source } = fields
  const audience: LetterAudience = { type, source }
  const texts = writtenTexts(fields)
  const count = await countAudience(db, audience)
  const rules = await rulesOf(deps)
  const without = await countLacking(db, texts, audience, rules.mails)
  const isSaved = letter !== null && isSame(fields, fieldsOfLetter(letter))
  const problems = problemsOf(texts, { audience, people: count.people, without }, rules)
  return {
    /** null for a letter that is not saved yet */
    id: letter?.id ?? null,
    revision: letter?.revision ?? 0,
    fields: { ...fields, ...texts },
    /** those of the campaign, and of texts in others */
    languages: [...new Set([...campaign.languages, ...Object.keys(texts.texts)])],
    saved: letter && { at: letter.savedAt, by: letter.savedBy },
    origins: await knownOrigins(db, mostOrigins),
    count,
    /** people who match and are not confirmed, or get no mail */
    others: { confirmed: 0, ...(await countOthers(db, audience)) },
    problems,
    warnings: await warningsOf(texts, rules),
    /** the gaps of a text in which nobody has written yet, whose problems are shown later */
    toFillIn: isAsBegun(texts) ? gapsOf(problems) : null,
    /** when a test of this text was sent */
    testedAt: isSaved ? letter.testedAt : null,
    /** fields differ from what is saved */
    isUnsaved: letter !== null && !isSaved,
    sender: deps.campaign.brand,
  }
}

const fieldsOfLetter = (letter: Letter): LetterFields =>
  fieldsOfDraft({
    ...letter,
    audience: storedAudience(letter.audience),
  })
const fieldsOfDraft = ({ fallback, texts, audience }: Draft): LetterFields => ({
  fallback,
  texts,
  ...audience,
})

const isSame = (one: LetterFields, other: LetterFields) =>
  one.type === other.type && one.source === other.source && isSameText(one, other)

/** The texts of the campaign with which a letter can begin, by the word in their address. */
const startingTexts: ReadonlyMap<string, LetterTexts['texts']> = new Map(
  Object.keys(campaign.mails.letterStarts ?? {}).map((name) => [
    name,
    Object.fromEntries(
      Object.entries(inLanguages).map(
        ([
          language,
          {
            campaign: { brand, mails },
          },
        ]) => {
          const { subject, preview, body } = mails.letterStarts![name]!
          const filled = (text: string) => fill(text, { brand })
          return [
            language,
            { subject: filled(subject), preview: filled(preview), body: filled(body) },
          ]
        },
      ),
    ),
  ]),
)

/** No operator has edited it: it is empty, or has unchanged starting texts. */
const isAsBegun = ({ texts }: LetterTexts): boolean =>
  Object.entries(texts).every(([language, text]) =>
    [emptyText, ...[...startingTexts.values()].map((starts) => starts[language])].some(
      (start) =>
        start !== undefined &&
        text.subject === start.subject &&
        text.preview === start.preview &&
        text.body === start.body,
    ),
  )

/** The gaps that are still to be filled in, each once, in the order of the text. */
const gapsOf = (problems: readonly LetterProblem[]): LetterGap[] => [
  ...new Set(problems.flatMap(({ gap }) => gap ?? [])),
]
