import { z } from 'zod'
import { letterPath, letterViews, type LetterViewName } from '#contract/letters/screens.ts'
import { languageToRead, subjectOf } from '#contract/letters/letters.ts'
import { mostLetterTests, operatorMs } from '#contract/promises/operator-times.ts'
import { parseAddress } from '#contract/address/address.ts'
import { perform } from '#server/acts/act.ts'
import { shell } from '#server/acts/action-log.ts'
import { destinationKind } from '#server/config/destination.ts'
import type { Config } from '#server/config/config.ts'
import { mostAheadMs } from '#server/config/recent.ts'
import { countRows } from '#server/db/rows.ts'
import type { Db } from '#server/db/store.ts'
import { loader, notFound, ofId, typedField, type LoaderDeps } from '#server/http/loader.ts'
import { mailBody, schemeField } from '#server/http/mail-body.ts'
import { storedAudience } from './audience.ts'
import { previewLetter, problemsOfTexts, rulesOf } from './check.ts'
import { readLetter, type Letter } from './letter.ts'
import { testLetter } from './send.ts'

const viewNames = Object.keys(letterViews) as LetterViewName[]
const ofText = ofId.extend({ language: typedField(40) })
const previewFields = ofText.extend({ view: z.enum(viewNames).catch('html') })

/**
 * LETTER-1: a text of the letter, by default that of the fallback, as one person gets it; null while
 * problems keep it from being rendered.
 */
export const loadLetterPreview = loader(previewFields, async (deps, { id, view, ...asked }) => {
  const letter = await readLetter(deps.store.db, id)
  if (!letter) return notFound
  const shown = textOf(letter, asked)
  const preview = await previewOf(shown, deps)
  const mail = 'rendered' in preview ? preview.rendered : null
  return {
    screen: 'letter-preview' as const,
    id,
    state: letter.state,
    sender: deps.campaign.brand,
    subject: subjectOf(letter),
    audience: storedAudience(letter.audience),
    /** more than one where there is a choice */
    languages: Object.keys(letter.texts),
    fallback: letter.fallback,
    ...shown,
    view,
    problems: 'problems' in preview ? preview.problems : [],
    rendered: mail && {
      subject: mail.subject,
      text: mail.text,
      htmlBytes: Buffer.byteLength(mail.html),
      textBytes: Buffer.byteLength(mail.text),
    },
  }
})

const bodyFields = ofText.extend({ scheme: schemeField })

/** The letter's HTML for the frame of its preview, with a content policy of its own. */
export const letterPreviewBody = loader(bodyFields, async (deps, { id, scheme, ...asked }) => {
  const letter = await readLetter(deps.store.db, id)
  const preview = letter && (await previewOf(textOf(letter, asked), deps))
  if (!preview || !('rendered' in preview)) return notFound
  return mailBody(preview.rendered.html, scheme, deps.publicUrl)
})

/** What a reader of the language gets. */
function textOf({ fallback, texts }: Letter, { language: asked }: { language: string }) {
  const language = languageToRead({ fallback, languages: Object.keys(texts) }, asked)
  return { language, text: texts[language]! }
}

/** `example.com` has no mailboxes (RFC 2606). */
const previewOf = async (shown: ReturnType<typeof textOf>, deps: LoaderDeps) =>
  previewLetter(shown, { email: 'you@example.com' }, await rulesOf(deps))

/** LETTER-1: asks before a test. An operator who signed in by a printed link types an address. */
export const askLetterTest = loader(ofId, async ({ store, config }, { id }, { operator }) => {
  const letter = await readLetter(store.db, id)
  return letter?.state === 'draft' ? asked(letter, operator, config) : notFound
})

const testFields = ofId.extend({ to: typedField(320) })

export const sendLetterTest = loader(testFields, async (deps, { id, to }, { operator }) => {
  const { config } = deps
  const letter = await readLetter(deps.store.db, id)
  if (letter?.state !== 'draft') return notFound
  const email = operator === shell ? parseAddress(to) : operator
  const wrong = await refusalOf(letter, email, deps)
  if (wrong || email === null)
    return asked(letter, operator, config, { typed: to, wrong: wrong ?? 'address' })
  const fields = { to: email, languages: Object.keys(letter.texts) }
  const acting = { subject: letter, fields, by: operator }
  const { id: actId } = await perform(testLetter, deps, acting)
  deps.mailQueued()
  return { path: `${letterPath(id)}?done=${actId}` }
})

/** `typed`: the address for the test, where the operator has none. */
type TypedTest = { typed: string; wrong?: 'address' | 'problems' | 'too-many' }

const asked = (
  letter: Letter,
  operator: string,
  config: Config,
  test: TypedTest = { typed: '' },
) => ({
  screen: 'letter-test' as const,
  id: letter.id,
  subjects: Object.entries(letter.texts).map(([language, { subject }]) => ({ language, subject })),
  subject: subjectOf(letter),
  to: operator === shell ? null : operator,
  destination: destinationKind(config),
  ...test,
})

async function refusalOf(letter: Letter, email: string | null, deps: LoaderDeps) {
  if (email === null) return 'address'
  if (problemsOfTexts(letter, await rulesOf(deps)).length > 0) return 'problems'
  const tests = Object.keys(letter.texts).length
  return (await testsOfLastHour(deps.store.db, deps.now())) + tests <= mostLetterTests
    ? undefined
    : 'too-many'
}

const testsOfLastHour = (db: Db, now: number): Promise<number> =>
  countRows(
    db,
    db
      .selectFrom('outbox')
      .where('personId', 'is', null)
      .where('template', '=', 'letter-test')
      .where('createdAt', '>=', now - operatorMs('letterTests'))
      .where('createdAt', '<=', now + mostAheadMs),
  )
