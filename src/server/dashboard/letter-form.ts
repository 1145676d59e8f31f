import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  letterPath,
  letterPaths,
  type LetterFields,
  type LetterForm,
} from '#contract/letter-screens.ts'
import {
  isLanguageTag,
  letterLanguages,
  type LetterAudience,
  type LetterText,
} from '#contract/letters.ts'
import { mainLang } from '#contract/mails.ts'
import {
  countAudience,
  countOthers,
  countWithout,
  everyone,
  parseAudience,
  storedAudience,
} from '#server/letters/audience.ts'
import { namesWithoutFallback, problemsOf } from '#server/letters/send.ts'
import {
  emptyText,
  gapsOf,
  isAsBegun,
  startingTexts,
  type Draft,
  type Letter,
  type Saved,
} from '#server/letters/letter.ts'
import { warningsOf } from '#server/letters/preview.ts'
import { knownOrigins } from '#server/people/filter.ts'
import { perform } from '#server/acts/act.ts'
import { saveDraft } from '#server/letters/send-acts.ts'
import type { ScreenHandler } from './guard.ts'
import type { SignedIn } from './sessions.ts'
import { letterIn, redirectTo, showNoLetter } from './letter-list.ts'
import { progressView } from './letter-progress.ts'
import type { DashboardDeps } from './dashboard-deps.ts'

const mostOrigins = 200
const empty = fieldsOfText(emptyText, everyone)

export const newLetterScreen =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) =>
    deps.screens.show(request, reply, who, {
      screen: 'letter-compose',
      ...(await formOf(deps, null, startOf(request, deps) ?? empty)),
    })

/** A text of the campaign with which the letter begins. */
function startOf({ query }: FastifyRequest, { campaign }: DashboardDeps): LetterFields | null {
  const { start } = query as { start?: unknown }
  const text = startingTexts(campaign).get(String(start))
  return text ? fieldsOfText(text, everyone) : null
}

/** A draft as its form, a letter in any other state with its progress. Readers get the preview. */
export const letterScreen =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const letter = await letterIn(request, deps)
    if (!letter) return showNoLetter(request, reply, who, deps)
    if (letter.state !== 'draft')
      return deps.screens.show(request, reply, who, {
        screen: 'letter',
        ...(await progressView(deps, letter, who.role)),
      })
    if (who.role === 'reader') return redirectTo(reply, letterPaths.preview(letter.id))
    return deps.screens.show(request, reply, who, {
      screen: 'letter-compose',
      ...(await formOf(deps, letter, fieldsOfLetter(letter))),
    })
  }

/** LETTER-1: 'Count again' changes nothing; each other button saves first. */
export const saveLetterForm =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const { id } = request.params as { id?: string }
    const draft = draftIn(request.body)
    if (!draft) return showNoLetter(request, reply, who, deps)
    const { do: next, revision } = request.body as { do?: unknown; revision?: unknown }
    if (next === 'count') {
      const stored = id === undefined ? null : await letterIn(request, deps)
      const form = await formOf(deps, stored, fieldsOfDraft(draft))
      return deps.screens.show(request, reply, who, {
        screen: 'letter-compose',
        ...form,
        // As sent, so that a save after somebody else's still says so.
        ...(stored && { revision: Number(revision) || 0 }),
      })
    }
    const { id: actId, result: saved } = await perform(saveDraft, deps, {
      subject: { id, revision: Number(revision) || 0, draft },
      fields: {},
      by: who.session.operator,
    })
    if (saved.outcome !== 'saved') return showConflict(deps, { request, reply, who }, draft, saved)
    return goOn(deps, { request, reply, who }, saved.letter, { next, actId })
  }

type Visit = { request: FastifyRequest; reply: FastifyReply; who: SignedIn }

/** Test and send need a letter without problems. */
async function goOn(
  deps: DashboardDeps,
  { request, reply, who }: Visit,
  letter: Letter,
  { next, actId }: { next: unknown; actId: string },
) {
  if (next === 'preview') return redirectTo(reply, letterPaths.preview(letter.id))
  if (next !== 'test' && next !== 'send')
    return redirectTo(reply, `${letterPath(letter.id)}?done=${actId}`)
  const form = await formOf(deps, letter, fieldsOfLetter(letter))
  const hinders = form.problems.filter(({ field }) => next === 'send' || field !== 'audience')
  if (hinders.length === 0) return redirectTo(reply, letterPaths[next](letter.id))
  return deps.screens.show(request, reply, who, {
    screen: 'letter-compose',
    ...form,
    toFillIn: null,
    wrong: 'problems',
  })
}

/** The typed text stays in the form, beside the text that another operator saved. */
async function showConflict(
  deps: DashboardDeps,
  { request, reply, who }: Visit,
  draft: Draft,
  saved: Exclude<Saved, { outcome: 'saved' }>,
) {
  const theirs = saved.outcome === 'conflict' ? saved.letter : null
  const stored = theirs?.state === 'draft' ? theirs : null
  return deps.screens.show(request, reply, who, {
    screen: 'letter-compose',
    ...(await formOf(deps, stored, fieldsOfDraft(draft))),
    ...(theirs === null
      ? { wrong: 'gone' }
      : {
          wrong: 'conflict',
          theirs: {
            id: theirs.id,
            fields: fieldsOfLetter(theirs),
            state: theirs.state,
            by: (theirs.state === 'draft' ? null : theirs.sentBy) ?? theirs.savedBy,
            atMs: (theirs.state === 'draft' ? null : theirs.frozenAt) ?? theirs.savedAt,
          },
        }),
  })
}

/** `letter`: as stored; null for a new one. `fields`: as typed. */
async function formOf(
  deps: DashboardDeps,
  letter: Letter | null,
  fields: LetterFields,
): Promise<LetterForm> {
  const { db } = deps.store
  const { type, source, ...text } = fields
  const audience: LetterAudience = { type, source }
  const count = await countAudience(db, audience)
  const rules = { mails: await deps.mailBundle(), publicUrl: deps.publicUrl }
  const without = await countWithout(db, audience, namesWithoutFallback(text, rules.mails))
  const isSaved = letter !== null && isSame(fields, fieldsOfLetter(letter))
  const problems = problemsOf(text, { audience, people: count.people, without }, rules)
  return {
    id: letter?.id ?? null,
    revision: letter?.revision ?? 0,
    fields,
    languages: letterLanguages(deps.campaign.mails),
    saved: letter && { atMs: letter.savedAt, by: letter.savedBy },
    origins: await knownOrigins(db, mostOrigins),
    count,
    others: { confirmed: 0, ...(await countOthers(db, audience)) },
    problems,
    warnings: await warningsOf(text, rules),
    toFillIn: isAsBegun(text, deps.campaign) ? gapsOf(problems) : null,
    testedAtMs: isSaved ? letter.testedAt : null,
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

/**
 * What the form of a letter contains. Any text can be saved. Null for an audience that cannot be
 * read: then nobody may be added whom it would exclude.
 */
export function draftIn(body: unknown): Draft | null {
  const sent = (body ?? {}) as Record<string, unknown>
  const text = (name: string) => (typeof sent[name] === 'string' ? sent[name] : '')
  const fields = { type: text('type'), source: text('source') }
  const audience = parseAudience(new URLSearchParams(fields).toString())
  return (
    audience && {
      text: {
        subject: text('subject'),
        preview: text('preview'),
        // A form sends its lines with CRLF (HTML 4.10.21.7).
        body: text('body').replaceAll('\r\n', '\n'),
        lang: isLanguageTag(text('lang')) ? text('lang') : mainLang,
      },
      audience,
    }
  )
}
