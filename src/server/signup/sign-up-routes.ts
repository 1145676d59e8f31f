import type { FastifyReply, FastifyRequest } from 'fastify'
import { formMetaHeader, paths } from '#contract/api.ts'
import {
  decodeFormMeta,
  fieldNames,
  originFields,
  placements,
  type Placement,
} from '#contract/waitlist.ts'
import type { Pages } from '#server/http/pages.ts'
import type { ReturnedForm, ReturnedForms } from './returned-form.ts'
import type { SmallForm } from './small-form.ts'
import { sameText } from '#server/http/operation-routes.ts'
import { formOrigin } from '#server/http/form-origin.ts'
import type { Sealer } from './sealed-token.ts'
import { joinFields, welcomeEmailBody } from './shapes.ts'
import { signUp, type DoorAnswer, type SignUpDeps } from './sign-up-endpoint.ts'

const errors: Record<Exclude<DoorAnswer['status'], 200>, string> = {
  403: 'This call came from a page of another site. Send it from the waitlist page or from a server.',
  422: 'This address cannot receive mail. Check it and send it again.',
  429: 'Too many sign-ups from this network. Try again after the seconds in Retry-After.',
  503: 'The sign-up is not stored yet. Send it again after the seconds in Retry-After.',
}

/** CALL-1. The body is exactly {email, firstName}; what belongs to the form travels in one header. */
export const sendWelcomeEmail =
  (deps: SignUpDeps) => async (request: FastifyRequest, reply: FastifyReply) => {
    const body = welcomeEmailBody.safeParse(request.body)
    if (!body.success)
      return reply
        .code(400)
        .send({ error: 'Send JSON with exactly two texts: {"email": "…", "firstName": "…"}.' })
    const meta = decodeFormMeta(onlyOne(request.headers[formMetaHeader]))
    const answer = await signUp(request, body.data.email, meta, deps)
    reply.header('cache-control', 'no-store')
    if (answer.status === 200) return reply.send({ ok: true })
    if ('retryAfterS' in answer) reply.header('retry-after', answer.retryAfterS)
    return reply.code(answer.status).send({ error: errors[answer.status] })
  }

/** CALL-5: where ANON_KEY is set, calls without it are refused. It is no secret. */
export const requireAnonKey =
  (anonKey: string | undefined, bodyOf: (error: string) => object = (error) => ({ error })) =>
  (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const given =
      onlyOne(request.headers.apikey) ?? request.headers.authorization?.replace(/^Bearer /i, '')
    if (anonKey === undefined || (given !== undefined && sameText(given, anonKey))) return done()
    reply
      .code(401)
      .header('cache-control', 'no-store')
      .send(
        bodyOf(
          'Send the public key of this waitlist in the header apikey, or as Authorization: Bearer.',
        ),
      )
  }

type JoinDeps = SignUpDeps & { pages: Pages; returned: ReturnedForms; sealer: Sealer }

/** The plain form's door. A stored sign-up is answered by a 303, so that a reload sends nothing twice. */
export const join = (deps: JoinDeps) => async (request: FastifyRequest, reply: FastifyReply) => {
  const fields = joinFields.safeParse(request.body ?? {})
  if (!fields.success)
    return reply
      .code(400)
      .type('text/plain')
      .send('The form came without its fields. Go back, reload the page and send it again.')
  const typed = fields.data[fieldNames.email]
  const origin = formOrigin(fields.data, request.headers, deps.publicUrl)
  const meta = {
    token: fields.data[fieldNames.token],
    trap: fields.data[fieldNames.trap],
    placement: fields.data[fieldNames.placement],
    consent: fields.data[fieldNames.consent],
    ...origin,
  }
  const answer = await signUp(request, typed, meta, deps)
  if (answer.status === 200)
    return reply
      .code(303)
      .header('cache-control', 'no-store')
      .header(
        'location',
        joinedPath(deps.sealer.seal(typed.trim(), deps.now()), placementOf(meta.placement)),
      )
      .send()
  if (answer.status === 403) return reply.code(403).type('text/plain').send(errors[403])
  if ('retryAfterS' in answer) reply.header('retry-after', answer.retryAfterS)
  const form = { placement: placementOf(meta.placement), view: viewOf(answer, typed), origin }
  return deps.returned.send(request, reply, form, smallOf(form, deps), answer.status)
}

/** The same form alone, which sends what the page's form sends. */
const smallOf = (
  { placement, view, origin }: ReturnedForm,
  { campaign, tokens, now }: JoinDeps,
): SmallForm => ({
  action: paths.join,
  view,
  button: { text: campaign.hero.cta },
  values: {
    [fieldNames.token]: tokens.page(now()),
    [fieldNames.placement]: placement,
    [fieldNames.consent]: campaign.consents[0].version,
    ...originFields(origin),
  },
})

/** The page after a plain form's sign-up: `to` is the sealed address, `at` the form's place, `again` brings the form back with the text in it (FORM-9). */
export const joined = (deps: JoinDeps) => async (request: FastifyRequest, reply: FastifyReply) => {
  const { to, at, again } = request.query as { to?: unknown; at?: unknown; again?: unknown }
  const email = typeof to === 'string' ? deps.sealer.open(to, deps.now()) : null
  if (email === null)
    return reply.code(303).header('cache-control', 'no-store').header('location', '/').send()
  const placement = placementOf(at)
  const form =
    again === undefined
      ? welcomeTo(email, String(to), placement)
      : { placement, view: { state: 'idle', typed: email } as const }
  return deps.pages.show(request, reply, {
    page: 'landing',
    pageToken: deps.tokens.page(deps.now()),
    form,
  })
}

/** FORM-9: the panel where the form was; the other form of the page is a line. */
const welcomeTo = (email: string, to: string, placement: 'hero' | 'final') => ({
  placement,
  view: { state: 'welcome', email, formPath: formPath(to, placement) } as const,
  otherFormPath: formPath(to, placement === 'final' ? 'hero' : 'final'),
})

/** The forms that the served page holds; what another one sent is answered in the first. */
const placementOf = (name: unknown): 'hero' | 'final' =>
  name === 'final' ? 'final' : placements[0]

const joinedPath = (to: string, placement: Placement) =>
  `${paths.join}?to=${to}${placement === placements[0] ? '' : `&at=${placement}`}`
const formPath = (to: string, placement: Placement) =>
  `${joinedPath(to, placement)}&again=1${placement === placements[0] ? '' : `#${placement}-form`}`

/** A fresh token for a form that has come alive. */
export const formToken =
  ({ tokens, now }: SignUpDeps) =>
  (_: FastifyRequest, reply: FastifyReply) =>
    reply.header('cache-control', 'no-store').send({ token: tokens.fresh(now()) })

function viewOf(
  answer: Exclude<DoorAnswer, { status: 200 | 403 }>,
  typed: string,
): ReturnedForm['view'] {
  if (answer.status === 422) return { state: 'invalid', typed }
  return answer.status === 429
    ? { state: 'busy', typed, retryAfterS: answer.retryAfterS }
    : { state: 'not-stored', typed }
}

export const onlyOne = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header
