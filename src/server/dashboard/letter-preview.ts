import type { FastifyRequest } from 'fastify'
import { letterViews, type LetterViewName } from '#contract/letter-screens.ts'
import type { LetterText } from '#contract/letters.ts'
import { sendMailBody } from '#server/delivery/kept-mails.ts'
import type { ScreenHandler } from './guard.ts'
import { fieldsOfLetter } from './letter-form.ts'
import { letterIn, showNoLetter } from './letter-list.ts'
import type { DashboardDeps } from './routes.ts'

/** LETTER-1: the letter as one person gets it. Its links to unsubscribe lead nowhere. */
export const letterPreviewScreen =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const letter = await letterIn(request, deps)
    if (!letter) return showNoLetter(request, reply, who, deps)
    const { mails, html, problems } = await rendered(letter.text, deps)
    return deps.screens.show(request, reply, who, {
      screen: 'letter-preview',
      id: letter.id,
      state: letter.state,
      sender: deps.campaign.brand,
      fields: fieldsOfLetter(letter),
      view: viewIn(request),
      problems,
      rendered: mails && {
        subject: mails.subject,
        text: mails.text,
        htmlBytes: Buffer.byteLength(html),
        textBytes: Buffer.byteLength(mails.text),
      },
    })
  }

/** The letter's HTML for the frame of its preview, with a content policy of its own. */
export const letterPreviewBody =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const letter = await letterIn(request, deps)
    const html = letter && (await rendered(letter.text, deps)).html
    if (!html) return showNoLetter(request, reply, who, deps)
    const { scheme } = request.query as { scheme?: unknown }
    return sendMailBody(reply, html, scheme, deps.publicUrl)
  }

/** Nothing is rendered of a text with problems. */
async function rendered(text: LetterText, { mailBundle, publicUrl }: DashboardDeps) {
  const { checkLetter, renderLetter } = await mailBundle()
  const problems = checkLetter(text, { publicUrl, everyoneHasType: true })
  const mails = problems.length > 0 ? null : await renderLetter(text, sampleOf(publicUrl))
  return { problems, mails, html: mails?.html ?? '' }
}

/** `example.com` has no mailboxes (RFC 2606). */
const sampleOf = (publicUrl: string) => ({
  email: 'you@example.com',
  unsubscribeUrl: `${publicUrl}/#preview`,
  meUrl: `${publicUrl}/#preview`,
  quizType: 'energy' as const,
})

const viewIn = ({ query }: FastifyRequest): LetterViewName =>
  letterViews.find((name) => name === (query as { view?: unknown }).view) ?? 'html'
