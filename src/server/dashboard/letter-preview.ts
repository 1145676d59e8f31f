import type { FastifyRequest } from 'fastify'
import { letterViews, type LetterViewName } from '#contract/letter-screens.ts'
import type { LetterText } from '#contract/letters.ts'
import { sendMailBody } from '#server/delivery/kept-mails.ts'
import { previewLetter } from '#server/letters/preview.ts'
import type { ScreenHandler } from './guard.ts'
import { fieldsOfLetter } from './letter-form.ts'
import { letterIn, showNoLetter } from './letter-list.ts'
import type { DashboardDeps } from './dashboard-deps.ts'

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
