import type { FastifyReply, FastifyRequest } from 'fastify'
import { letterPath, letterViews, type LetterViewName } from '#contract/letter-screens.ts'
import type { LetterText } from '#contract/letters.ts'
import { mostLetterTests, operatorMs } from '#contract/operator-times.ts'
import { parseAddress } from '#contract/address.ts'
import { perform } from '#server/acts/act.ts'
import { shell } from '#server/acts/action-log.ts'
import type { Config } from '#server/config/config.ts'
import { mostAheadMs } from '#server/config/recent.ts'
import { countRows } from '#server/db/rows.ts'
import type { Db } from '#server/db/store.ts'
import { sendMailBody } from '#server/delivery/kept-mails.ts'
import { destinationKind } from '#server/delivery/transport.ts'
import { previewLetter } from './check.ts'
import type { Letter } from './letter.ts'
import { testLetter } from './send.ts'
import { fieldsOfLetter } from './compose-screen.ts'
import { letterIn, noLetter } from './screens.ts'
import type { DashboardDeps } from '#server/dashboard/deps.ts'
import type { SignedIn } from '#server/dashboard/sessions.ts'

/** LETTER-1: the letter as one person gets it; null while problems keep it from being rendered. */
export async function loadLetterPreview(deps: DashboardDeps, request: FastifyRequest) {
  const letter = await letterIn(request, deps)
  if (!letter) return noLetter
  const preview = await previewOf(letter.text, deps)
  const mail = 'rendered' in preview ? preview.rendered : null
  return {
    screen: 'letter-preview' as const,
    id: letter.id,
    state: letter.state,
    sender: deps.campaign.brand,
    fields: fieldsOfLetter(letter),
    view: viewIn(request),
    problems: 'problems' in preview ? preview.problems : [],
    rendered: mail && {
      subject: mail.subject,
      text: mail.text,
      htmlBytes: Buffer.byteLength(mail.html),
      textBytes: Buffer.byteLength(mail.text),
    },
  }
}

/** The letter's HTML for the frame of its preview, with a content policy of its own. */
export async function letterPreviewBody(deps: DashboardDeps, request: FastifyRequest) {
  const letter = await letterIn(request, deps)
  const preview = letter && (await previewOf(letter.text, deps))
  if (!preview || !('rendered' in preview)) return noLetter
  const { scheme } = request.query as { scheme?: unknown }
  return (reply: FastifyReply) => sendMailBody(reply, preview.rendered.html, scheme, deps.publicUrl)
}

/** `example.com` has no mailboxes (RFC 2606). */
const previewOf = async (text: LetterText, { mailBundle, publicUrl }: DashboardDeps) =>
  previewLetter(text, { email: 'you@example.com' }, { mails: await mailBundle(), publicUrl })

function viewIn({ query }: FastifyRequest): LetterViewName {
  const { view } = query as { view?: unknown }
  return Object.hasOwn(letterViews, String(view)) ? (view as LetterViewName) : 'html'
}

/** LETTER-1: asks before a test. An operator who signed in by a printed link types an address. */
export async function askLetterTest(
  { store, config }: DashboardDeps,
  request: FastifyRequest,
  { session: { operator } }: SignedIn,
) {
  const letter = await letterIn(request, { store })
  return letter?.state === 'draft' ? asked(letter, operator, config) : noLetter
}

export async function sendLetterTest(
  deps: DashboardDeps,
  request: FastifyRequest,
  { session: { operator } }: SignedIn,
) {
  const { config } = deps
  const letter = await letterIn(request, deps)
  if (letter?.state !== 'draft') return noLetter
  const typed = String((request.body as { to?: unknown }).to ?? '').slice(0, 320)
  const email = operator === shell ? parseAddress(typed) : operator
  const wrong = await refusalOf(letter, email, deps)
  if (wrong || email === null)
    return asked(letter, operator, config, { typed, wrong: wrong ?? 'address' })
  const acting = { subject: letter, fields: { to: email }, by: operator }
  const { id: actId } = await perform(testLetter, deps, acting)
  deps.mailQueued()
  return { path: `${letterPath(letter.id)}?done=${actId}` }
}

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

async function refusalOf(letter: Letter, email: string | null, deps: DashboardDeps) {
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
