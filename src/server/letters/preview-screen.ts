import { z } from 'zod'
import { letterPath, letterViews, type LetterViewName } from '#contract/letters/screens.ts'
import type { LetterText } from '#contract/letters/letters.ts'
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
import { previewLetter } from './check.ts'
import { fieldsOfLetter } from './compose-screen.ts'
import { readLetter, type Letter } from './letter.ts'
import { testLetter } from './send.ts'

const viewNames = Object.keys(letterViews) as LetterViewName[]
const previewFields = ofId.extend({ view: z.enum(viewNames).catch('html') })

/** LETTER-1: the letter as one person gets it; null while problems keep it from being rendered. */
export const loadLetterPreview = loader(previewFields, async (deps, { id, view }) => {
  const letter = await readLetter(deps.store.db, id)
  if (!letter) return notFound
  const preview = await previewOf(letter.text, deps)
  const mail = 'rendered' in preview ? preview.rendered : null
  return {
    screen: 'letter-preview' as const,
    id,
    state: letter.state,
    sender: deps.campaign.brand,
    fields: fieldsOfLetter(letter),
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

const bodyFields = ofId.extend({ scheme: schemeField })

/** The letter's HTML for the frame of its preview, with a content policy of its own. */
export const letterPreviewBody = loader(bodyFields, async (deps, { id, scheme }) => {
  const letter = await readLetter(deps.store.db, id)
  const preview = letter && (await previewOf(letter.text, deps))
  if (!preview || !('rendered' in preview)) return notFound
  return mailBody(preview.rendered.html, scheme, deps.publicUrl)
})

/** `example.com` has no mailboxes (RFC 2606). */
const previewOf = async (text: LetterText, { mailBundle, publicUrl }: LoaderDeps) =>
  previewLetter(text, { email: 'you@example.com' }, { mails: await mailBundle(), publicUrl })

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
  const acting = { subject: letter, fields: { to: email }, by: operator }
  const { id: actId } = await perform(testLetter, deps, acting)
  deps.mailQueued()
  return { path: `${letterPath(id)}?done=${actId}` }
})

/** `typed`: the address for the test, where the operator has none. */
type TypedTest = { typed: string; wrong?: 'address' | 'problems' | 'too-many' }

const asked = (
  { id, text }: Letter,
  operator: string,
  config: Config,
  test: TypedTest = { typed: '' },
) => ({
  screen: 'letter-test' as const,
  id,
  subject: text.subject,
  to: operator === shell ? null : operator,
  destination: destinationKind(config),
  ...test,
})

async function refusalOf(letter: Letter, email: string | null, deps: LoaderDeps) {
  if (email === null) return 'address'
  const { checkLetter } = await deps.mailBundle()
  const terms = { publicUrl: deps.publicUrl, everyoneHasValues: true }
  if (checkLetter(letter.text, terms).length > 0) return 'problems'
  return (await testsOfLastHour(deps.store.db, deps.now())) < mostLetterTests
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
