import type { FastifyRequest } from 'fastify'
import { letterPath, letterViews, type LetterViewName } from '#contract/letter-screens.ts'
import type { LetterText } from '#contract/letters.ts'
import { sendMailBody } from '#server/delivery/kept-mails.ts'
import { previewLetter } from '#server/letters/preview.ts'
import type { ScreenHandler } from './guard.ts'
import { fieldsOfLetter } from './letter-form.ts'
import { letterIn, redirectTo, showNoLetter } from './letter-list.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import { mostLetterTests, operatorMs } from '#contract/operator-times.ts'
import { mostAheadMs } from '#server/config/recent.ts'
import { countRows } from '#server/db/count-rows.ts'
import type { Db } from '#server/db/open.ts'
import { destinationKind } from '#server/delivery/transport.ts'
import type { Letter } from '#server/letters/letter.ts'
import { parseAddress } from '#contract/address.ts'
import { perform } from '#server/acts/act.ts'
import { shell } from '#server/acts/action-log.ts'
import { testLetter } from '#server/letters/send-acts.ts'

/** LETTER-1: the letter as one person gets it. */
export const letterPreviewScreen =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const letter = await letterIn(request, deps)
    if (!letter) return showNoLetter(request, reply, who, deps)
    const preview = await previewOf(letter.text, deps)
    const mail = 'rendered' in preview ? preview.rendered : null
    return deps.screens.show(request, reply, who, {
      screen: 'letter-preview',
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
    })
  }

/** The letter's HTML for the frame of its preview, with a content policy of its own. */
export const letterPreviewBody =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const letter = await letterIn(request, deps)
    const preview = letter && (await previewOf(letter.text, deps))
    if (!preview || !('rendered' in preview)) return showNoLetter(request, reply, who, deps)
    const { scheme } = request.query as { scheme?: unknown }
    return sendMailBody(reply, preview.rendered.html, scheme, deps.publicUrl)
  }

/** `example.com` has no mailboxes (RFC 2606). */
const previewOf = async (text: LetterText, { mailBundle, publicUrl }: DashboardDeps) =>
  previewLetter(text, { email: 'you@example.com' }, { mails: await mailBundle(), publicUrl })

function viewIn({ query }: FastifyRequest): LetterViewName {
  const { view } = query as { view?: unknown }
  return Object.hasOwn(letterViews, String(view)) ? (view as LetterViewName) : 'html'
}

/** LETTER-1: asks before a test. An operator who signed in by a printed link types an address. */
export const letterTestScreen =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const letter = await letterIn(request, deps)
    if (letter?.state !== 'draft') return showNoLetter(request, reply, who, deps)
    return deps.screens.show(request, reply, who, {
      screen: 'letter-test',
      ...asked(letter, who.session.operator, '', deps),
    })
  }

export const sendLetterTest =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const letter = await letterIn(request, deps)
    if (letter?.state !== 'draft') return showNoLetter(request, reply, who, deps)
    const { operator } = who.session
    const typed = String((request.body as { to?: unknown }).to ?? '').slice(0, 320)
    const email = operator === shell ? parseAddress(typed) : operator
    const wrong = await refusalOf(letter, email, deps)
    if (wrong || email === null)
      return deps.screens.show(request, reply, who, {
        screen: 'letter-test',
        ...asked(letter, operator, typed, deps),
        wrong: wrong ?? 'address',
      })
    const acting = { subject: letter, fields: { to: email }, by: operator }
    const { id: actId } = await perform(testLetter, deps, acting)
    deps.operatorMailQueued()
    return redirectTo(reply, `${letterPath(letter.id)}?done=${actId}`)
  }

const asked = (
  { id, text }: Letter,
  operator: string,
  typed: string,
  { config }: DashboardDeps,
) => ({
  id,
  subject: text.subject,
  to: operator === shell ? null : operator,
  typed,
  destination: destinationKind(config),
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
      .selectFrom('operator_mails')
      .where('template', '=', 'letter-test')
      .where('createdAt', '>=', now - operatorMs('letterTests'))
      .where('createdAt', '<=', now + mostAheadMs),
  )
