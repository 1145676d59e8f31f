import type { FastifyReply, FastifyRequest } from 'fastify'
import { formFromElsewhere } from '#campaign/copy/interface.ts'
import { paths } from '#contract/api.ts'
import type { Campaign } from '#contract/campaign.ts'
import type { PageVisit } from '#contract/render.ts'
import { fieldNames } from '#contract/waitlist.ts'
import { StoreUnavailable, type Store } from '#server/db/open.ts'
import { storeCall } from '#server/http/store-call.ts'
import type { Pages } from '#server/http/pages.ts'
import { showTryLater } from '#server/http/try-later.ts'
import type { LaunchCache } from '#server/launch/launch-cache.ts'
import { spend, waitFor } from '#server/limits/budgets.ts'
import { parseAddress } from '#contract/address.ts'
import type { FormOnly } from './form-only-page.ts'
import { guardSignUp, type Admission, type GuardDeps } from './guard.ts'
import { fromOwnPage, withAddress, type LinkDeps } from './link-handler.ts'
import {
  confirmOnce,
  findOnce,
  leaveClosedList,
  requestOnce,
  type OnceRequest,
} from './once-requests.ts'
import type { RejectedForms } from './rejected-form.ts'
import { joinFields } from './shapes.ts'
import type { SignUpDeps } from './sign-up.ts'
import { whyWrong } from './wrong-address.ts'

type OnceDeps = GuardDeps &
  Pick<SignUpDeps, 'log'> & {
    campaign: Pick<Campaign, 'ends' | 'launch'>
    store: Store
    pages: Pages
    rejectedForms: RejectedForms
    launch: LaunchCache
    calendar: () => number
    /** called after a commit that queued a mail */
    operatorMailQueued: () => void
  }

/** END-3: the form of a closed list. It works without script; a reload sends nothing again. */
export const tellOncePost =
  (deps: OnceDeps) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { state } = deps.launch.current()
    if (state === 'open') return reply.code(303).header('location', '/').send()
    if (state !== 'closed' || !deps.campaign.launch.tellOnce)
      return deps.pages.refusal(request, reply)
    const fields = joinFields.parse(request.body ?? {})
    const typed = fields[fieldNames.email]
    const guarded = guardSignUp(
      request,
      { token: fields[fieldNames.token], trap: fields[fieldNames.trap] },
      deps,
    )
    if ('status' in guarded && guarded.status === 403)
      return deps.rejectedForms.sendFormOnly(
        reply,
        { ...formOnly({ state: 'not-stored', typed }, deps), message: formFromElsewhere },
        403,
      )
    const email = parseAddress(typed)
    if (email === null)
      return again(request, reply, { state: 'invalid', typed, reason: whyWrong(typed) }, deps)
    if ('status' in guarded)
      return again(request, reply, { state: 'busy', typed, retryAfterS: guarded.retryAfterS }, deps)
    if (guarded.trapped) return sent(reply)
    const call = await storeCall(store(deps, email, guarded), (reason) =>
      deps.log.error({ reqId: request.id, reason }, 'an address for one mail could not be stored'),
    )
    if ('stored' in call) return sent(reply)
    reply.header('retry-after', call.retryAfterS)
    return call.status === 429
      ? again(request, reply, { state: 'busy', typed, retryAfterS: call.retryAfterS }, deps)
      : again(request, reply, { state: 'not-stored', typed }, deps)
  }

/** Known and unknown addresses get the same answer. */
const sent = (reply: FastifyReply) =>
  reply.code(303).header('cache-control', 'no-store').header('location', sentPath).send()
const sentPath = `${paths.tellOnce}?sent=1`

async function store(
  { store, campaign, now, calendar, operatorMailQueued }: OnceDeps,
  email: string,
  { charges, network }: Admission,
): Promise<{ retryAfterMs: number }> {
  const { consent } = campaign.ends.closed.once
  // A flood beyond its budget only reads: it takes no turns in the store's writes.
  const waitMs = await waitFor(store.db, charges ?? [], now())
  if (waitMs > 0) return { retryAfterMs: waitMs }
  // A clock that is behind would make the mail too old once it is right.
  const askedAt = Math.max(now(), calendar())
  const result = await store.transact(async (trx) => {
    const [budget] = await spend(trx, [charges], now())
    if (budget!.retryAfterMs === 0) await requestOnce(trx, { email, consent, network }, askedAt)
    return budget!
  })
  operatorMailQueued()
  return result
}

const again = (
  request: FastifyRequest,
  reply: FastifyReply,
  form: FormOnly['view'],
  deps: OnceDeps,
) =>
  deps.rejectedForms.show(
    request,
    reply,
    { page: 'ended', pageToken: deps.tokens.page(deps.now()), form },
    formOnly(form, deps),
    statusOf[form.state],
  )

const statusOf = { invalid: 422, busy: 429, 'not-stored': 503 } as const

/** The rejected form without the page around it. */
const formOnly = (
  view: FormOnly['view'],
  { campaign, tokens, now }: Pick<OnceDeps, 'campaign' | 'tokens' | 'now'>,
): FormOnly => {
  const { cta, consent } = campaign.ends.closed.once
  return {
    action: paths.tellOnce,
    view,
    words: { button: cta },
    consent,
    values: { [fieldNames.token]: tokens.page(now()), [fieldNames.consent]: consent.version },
  }
}

/** The page after the form. */
export const tellOncePage =
  ({ pages }: Pick<OnceDeps, 'pages'>) =>
  (request: FastifyRequest, reply: FastifyReply) =>
    (request.query as { sent?: unknown }).sent === undefined
      ? reply.code(303).header('location', '/').send()
      : pages.show(request, reply.header('x-robots-tag', 'noindex'), { page: 'once', view: 'sent' })

type OnceLinkDeps = Pick<LinkDeps, 'store' | 'pages' | 'publicUrl' | 'now'>
type Act = (deps: OnceLinkDeps, request: OnceRequest, action: string) => Promise<PageVisit>

/** The link of the confirm mail: a GET shows its button and changes nothing. */
export const oncePage = (deps: OnceLinkDeps) =>
  onceLink(deps, async (_, { confirmed_at: confirmedAt }, action) =>
    confirmedAt === null
      ? { page: 'once', view: 'ask', action }
      : { page: 'once', view: 'confirmed', action: `${action}/delete` },
  )

export const onceConfirm = (deps: OnceLinkDeps) =>
  fromOwnPage(
    deps,
    onceLink(deps, async ({ store, now }, { id }, action) => {
      await store.transact((trx) => confirmOnce(trx, id, now()))
      return { page: 'once', view: 'confirmed', action: `${action}/delete` }
    }),
  )

export const onceDelete = (deps: OnceLinkDeps) =>
  fromOwnPage(
    deps,
    onceLink(deps, async ({ store, now }, { email }) => {
      await store.transact((trx) => leaveClosedList(trx, email, now()))
      await store.emptyWal()
      return { page: 'once', view: 'deleted' }
    }),
  )

/** Every token that does not fit gets the same 404 page. */
const onceLink =
  (deps: OnceLinkDeps, act: Act) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { token } = request.params as { token: string }
    const action = `${paths.tellOnce}/${token}`
    reply.header('x-robots-tag', 'noindex')
    try {
      const found = await findOnce(deps.store.db, token, deps.now())
      if (!found) return await deps.pages.show(request, reply, { page: 'link-unknown' })
      const visit = withAddress(await act(deps, found, action), found.email)
      return await deps.pages.show(request, reply, visit, { always: true })
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      return showTryLater(deps.pages, request, reply)
    }
  }
