import type { FastifyReply, FastifyRequest } from 'fastify'
import { formFromElsewhere } from '#campaign/copy/interface.ts'
import { paths } from '#contract/api.ts'
import { cleanEmail } from '#contract/email.ts'
import { sectionsWithServedForm, type SectionWithServedForm } from '#contract/sections.ts'
import { unicodeEmail } from '#contract/unicode-host.ts'
import { fieldNames, originFields, defaultPlacement } from '#contract/waitlist.ts'
import { formOrigin } from '#server/http/form-origin.ts'
import type { Pages } from '#server/http/pages.ts'
import type { FormOnly } from './form-only-page.ts'
import { handleSignUp, type HandleSignUpDeps, type SignUpAnswer } from './sign-up.ts'
import type { RejectedForm, RejectedForms } from './rejected-form.ts'
import type { SealedTokens } from './sealed-token.ts'
import { joinFields } from './shapes.ts'

type JoinDeps = HandleSignUpDeps & {
  pages: Pages
  rejectedForms: RejectedForms
  sealedTokens: SealedTokens
}

/**
 * The plain form, for browsers without script. A stored sign-up is answered by a redirect (303), so
 * that a reload does not send it again.
 */
export const joinPost =
  (deps: JoinDeps) => async (request: FastifyRequest, reply: FastifyReply) => {
    const fields = joinFields.parse(request.body ?? {})
    const typed = fields[fieldNames.email]
    const origin = formOrigin(fields, request.headers, deps.publicUrl)
    const placement = servedPlacement(fields[fieldNames.placement])
    const meta = {
      token: fields[fieldNames.token],
      trap: fields[fieldNames.trap],
      placement: fields[fieldNames.placement],
      consent: fields[fieldNames.consent],
      ...origin,
    }
    const answer = await handleSignUp(request, typed, meta, deps)
    if (answer.status === 200)
      return redirect(
        reply,
        joinedPath(deps.sealedTokens.seal(unicodeEmail(cleanEmail(typed)), deps.now()), placement),
      )
    if (answer.status === 409) return deps.pages.refusal(request, reply)
    if ('retryAfterS' in answer) reply.header('retry-after', answer.retryAfterS)
    const form = { placement, view: viewOf(answer, typed), origin }
    if (answer.status === 403)
      return deps.rejectedForms.sendFormOnly(
        reply,
        { ...formOnly(form, deps), message: formFromElsewhere },
        403,
      )
    return deps.rejectedForms.send(request, reply, form, formOnly(form, deps), answer.status)
  }

const redirect = (reply: FastifyReply, location: string) =>
  reply.code(303).header('cache-control', 'no-store').header('location', location).send()

function viewOf(
  answer: Exclude<SignUpAnswer, { status: 200 | 409 }>,
  typed: string,
): RejectedForm['view'] {
  if (answer.status === 422) return { state: 'invalid', typed, reason: answer.reason }
  return answer.status === 429
    ? { state: 'busy', typed, retryAfterS: answer.retryAfterS }
    : { state: 'not-stored', typed }
}

/** The rejected form without the page around it. It sends the same fields. */
const formOnly = (
  { placement, view, origin }: RejectedForm,
  { campaign, tokens, now }: JoinDeps,
): FormOnly => ({
  action: paths.join,
  view,
  words: { button: campaign.hero.cta },
  values: {
    [fieldNames.token]: tokens.page(now()),
    [fieldNames.placement]: placement,
    [fieldNames.consent]: campaign.consents[0].version,
    ...originFields(origin),
  },
})

/**
 * The page after a plain form's sign-up. In its query `to` is the sealed address, `at` the form's
 * placement, and `again` shows the form with the address in it instead of the welcome panel
 * (FORM-9).
 */
export const joinedPage =
  ({ sealedTokens, pages, tokens, now }: JoinDeps) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const { to, at, again } = request.query as { to?: unknown; at?: unknown; again?: unknown }
    const email = typeof to === 'string' ? sealedTokens.open(to, now()) : null
    if (email === null) return redirect(reply, '/')
    const placement = servedPlacement(at)
    const form =
      again === undefined
        ? welcomePanel(email, String(to), placement)
        : { placement, view: { state: 'idle', typed: email } as const }
    return pages.show(request, reply, { page: 'landing', pageToken: tokens.page(now()), form })
  }

/** FORM-9: the panel replaces the form at `placement`; the other form becomes one line. */
const welcomePanel = (email: string, to: string, placement: SectionWithServedForm) => ({
  placement,
  view: { state: 'welcome', email, formPath: formPath(to, placement) } as const,
  otherFormPath: formPath(
    to,
    sectionsWithServedForm().find((other) => other !== placement) ?? placement,
  ),
})

/** The placement of a form that the served page has. Any other is answered in the first form. */
const servedPlacement = (name: unknown): SectionWithServedForm =>
  sectionsWithServedForm().find((served) => served === name) ?? defaultPlacement

const joinedPath = (to: string, placement: SectionWithServedForm) =>
  `${paths.join}?to=${to}${placement === defaultPlacement ? '' : `&at=${placement}`}`
const formPath = (to: string, placement: SectionWithServedForm) =>
  `${joinedPath(to, placement)}&again=1${placement === defaultPlacement ? '' : `#${placement}-form`}`
