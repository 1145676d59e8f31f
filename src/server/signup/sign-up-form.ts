import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { paths } from '#contract/api.ts'
import { cleanEmail } from '#contract/address/email.ts'
import type { PageVisit, RefusedView } from '#contract/render.ts'
import { sectionsWithServedForm, type SectionWithServedForm } from '#contract/campaign/sections.ts'
import { unicodeEmail } from '#contract/address/unicode-host.ts'
import { fieldNames, defaultPlacement } from '#contract/people/waitlist.ts'
import { refuseAsPage, seeOther, type Refuse, type Refusal } from '#server/http/answers.ts'
import { formOrigin } from '#server/http/forms.ts'
import type { CallRoute } from '#server/http/guards.ts'
import { languageOf } from '#server/http/language.ts'
import type { Pages } from '#server/http/pages.ts'
import { signUp, type HandleSignUpDeps } from './sign-up.ts'
import type { SealedTokens } from '#server/http/forms.ts'

type JoinDeps = HandleSignUpDeps & { pages: Pages; sealedTokens: SealedTokens }

const field = z.string().default('')
/** The plain form's fields. Others, as from a browser extension, are ignored. */
export const joinFields = z.object({
  [fieldNames.email]: field,
  [fieldNames.token]: field,
  [fieldNames.trap]: field,
  [fieldNames.placement]: field,
  [fieldNames.consent]: field,
  [fieldNames.source]: field,
  [fieldNames.medium]: field,
  [fieldNames.campaign]: field,
  [fieldNames.referrer]: field,
  [fieldNames.via]: field,
})

/**
 * The plain form, for browsers without script. A stored sign-up is answered by a redirect (303), so
 * that a reload does not send it again; a refused one by a small page with what was typed (FORM-8).
 */
export const joinPost = (deps: JoinDeps): CallRoute => ({
  refuse: refuseAsForm(deps.pages, (view, { body, headers }) => {
    const fields = joinFields.parse(body ?? {})
    return {
      page: 'refused-form',
      pageToken: deps.tokens.page(deps.now()),
      placement: servedPlacement(fields[fieldNames.placement]),
      view,
      origin: formOrigin(fields, headers, deps.publicUrl),
    }
  }),
  answered: (status) => deps.metrics.signups.inc({ status: status === 303 ? 200 : status }),
  async handler(request, reply) {
    const fields = joinFields.parse(request.body ?? {})
    const typed = fields[fieldNames.email]
    const placement = servedPlacement(fields[fieldNames.placement])
    await signUp(request, typed, metaOf(fields, request, deps), deps)
    const to = deps.sealedTokens.seal(unicodeEmail(cleanEmail(typed)), deps.now())
    return seeOther(reply, joinedPath(to, placement))
  },
})

const metaOf = (
  fields: z.infer<typeof joinFields>,
  request: FastifyRequest,
  { publicUrl }: JoinDeps,
) => ({
  token: fields[fieldNames.token],
  trap: fields[fieldNames.trap],
  placement: fields[fieldNames.placement],
  consent: fields[fieldNames.consent],
  language: languageOf(request),
  ...formOrigin(fields, request.headers, publicUrl),
})

/**
 * FORM-8: a refused form with what was typed: on the page that `visitOf` returns, which is null where
 * the form cannot be sent again.
 */
export const refuseAsForm = (
  pages: Pages,
  visitOf: (view: RefusedView, request: FastifyRequest, reply: FastifyReply) => PageVisit | null,
): Refuse => {
  const asPage = refuseAsPage(pages)
  return (refusal, request, reply) => {
    if (refusal.status === 409) return pages.refusal(request, reply)
    const view = refusedView(refusal, joinFields.parse(request.body ?? {})[fieldNames.email])
    const visit = view && visitOf(view, request, reply)
    return visit
      ? pages.show(request, reply, visit, { always: true })
      : asPage(refusal, request, reply)
  }
}

/** What a form shows of a refusal; null where it cannot be sent again. */
function refusedView(
  { status, details: { reason, retryAfterS = 0 } }: Refusal,
  typed: string,
): RefusedView | null {
  switch (status) {
    case 403:
      return { state: 'elsewhere', typed }
    case 422:
      return { state: 'invalid', typed, reason }
    case 429:
      return { state: 'busy', typed, retryAfterS }
    case 503:
      return { state: 'not-stored', typed }
    default:
      return null
  }
}

/**
 * The page after a plain form's sign-up. In its query `to` is the sealed address, `at` the form's
 * placement, and `again` shows the form with the address in it instead of the welcome panel
 * (FORM-9).
 */
export const joinedPage =
  ({ sealedTokens, pages, tokens, now }: JoinDeps) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const { to, at, again } = joinedQuery.parse(request.query)
    const email = sealedTokens.open(to, now())
    if (email === null) return seeOther(reply, '/')
    const placement = servedPlacement(at)
    const form =
      again === undefined
        ? welcomePanel(email, to, placement)
        : { placement, view: { state: 'idle', typed: email } as const }
    return pages.show(request, reply, { page: 'landing', pageToken: tokens.page(now()), form })
  }

const joinedQuery = z.object({
  to: z.string().catch(''),
  at: z.string().catch(''),
  again: z.unknown().optional(),
})

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
const servedPlacement = (name: string): SectionWithServedForm =>
  sectionsWithServedForm().find((served) => served === name) ?? defaultPlacement

const joinedPath = (to: string, placement: SectionWithServedForm) =>
  `${paths.join}?to=${to}${placement === defaultPlacement ? '' : `&at=${placement}`}`
const formPath = (to: string, placement: SectionWithServedForm) =>
  `${joinedPath(to, placement)}&again=1${placement === defaultPlacement ? '' : `#${placement}-form`}`
