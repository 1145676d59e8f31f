import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { inLanguages } from '#campaign/in-languages.ts'
import { paths } from '#contract/api.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { Language } from '#contract/campaign/languages.ts'
import type { PageVisit } from '#contract/render.ts'
import { fieldNames } from '#contract/people/waitlist.ts'
import type { Store } from '#server/db/store.ts'
import { Refusal, seeOther, withinBudget } from '#server/http/answers.ts'
import type { CallRoute } from '#server/http/guards.ts'
import { languageOf } from '#server/http/language.ts'
import type { Pages } from '#server/http/pages.ts'
import type { LaunchCache } from '#server/launch/launch-cache.ts'
import { spendOne, waitFor } from '#server/limits/budgets.ts'
import { admissionOf, type Admission, type GuardDeps } from './guard.ts'
import { ofToken, withAddress, type LinkDeps } from './links.ts'
import {
  confirmOnce,
  findOnce,
  leaveClosedList,
  requestOnce,
  type OnceRequest,
} from './once-requests.ts'
import { knownLanguage } from './shown-consent.ts'
import { addressIn } from './sign-up.ts'
import { joinFields, refuseAsForm } from './sign-up-form.ts'

type OnceDeps = Pick<GuardDeps, 'tokens' | 'now'> & {
  campaign: Pick<Campaign, 'launch'>
  store: Store
  pages: Pages
  launch: LaunchCache
  calendar: () => number
  /** called after a commit that queued a mail */
  mailQueued: () => void
}

/** END-3: the form of a closed list. It works without script; a reload sends nothing again. */
export const tellOncePost = (deps: OnceDeps): CallRoute => ({
  refuse: refuseAsForm(deps.pages, (form) =>
    deps.launch.current().state === 'closed'
      ? { page: 'ended', pageToken: deps.tokens.page(deps.now()), form }
      : null,
  ),
  async handler(request, reply) {
    const { state } = deps.launch.current()
    if (state === 'open') return seeOther(reply, '/')
    if (state !== 'closed' || !deps.campaign.launch.tellOnce) throw new Refusal(409)
    const language = languageOf(request)
    const asked = { email: addressIn(typedIn(request), language), language }
    const admission = admissionOf(request)
    if (!admission.trapped) withinBudget(await store(deps, asked, admission))
    // Known and unknown addresses get the same answer.
    return seeOther(reply, `${paths.tellOnce}?sent=1`)
  },
})

const typedIn = ({ body }: FastifyRequest) => joinFields.parse(body ?? {})[fieldNames.email]

async function store(
  { store, now, calendar, mailQueued }: OnceDeps,
  asked: { email: string; language: Language },
  { charges, network }: Admission,
): Promise<{ retryAfterMs: number }> {
  const { consent } = inLanguages[asked.language]!.campaign.ends.closed.once
  // A flood beyond its budget only reads: it takes no turns in the store's writes.
  const waitMs = await waitFor(store.db, charges ?? [], now())
  if (waitMs > 0) return { retryAfterMs: waitMs }
  // A clock that is behind would make the mail too old once it is right.
  const askedAt = Math.max(now(), calendar())
  const result = await store.transact(async (trx) => {
    const budget = await spendOne(trx, charges, now())
    if (budget.retryAfterMs === 0) await requestOnce(trx, { ...asked, consent, network }, askedAt)
    return budget!
  })
  mailQueued()
  return result
}

/** The page after the form. */
export const tellOncePage =
  ({ pages }: Pick<OnceDeps, 'pages'>) =>
  (request: FastifyRequest, reply: FastifyReply) =>
    onceQuery.parse(request.query).sent === undefined
      ? seeOther(reply, '/')
      : pages.show(request, reply.header('x-robots-tag', 'noindex'), { page: 'once', view: 'sent' })

const onceQuery = z.object({ sent: z.unknown().optional() })

type OnceLinkDeps = Pick<LinkDeps, 'store' | 'pages' | 'publicUrl' | 'now'>
type Act = (deps: OnceLinkDeps, request: OnceRequest, action: string) => Promise<PageVisit>

/** The link of the confirm mail: a GET shows its button and changes nothing. */
export const oncePage = (deps: OnceLinkDeps) =>
  onceLink(deps, async (_, { confirmedAt }, action) =>
    confirmedAt === null
      ? { page: 'once', view: 'ask', action }
      : { page: 'once', view: 'confirmed', action: `${action}/delete` },
  )

export const onceConfirm = (deps: OnceLinkDeps) =>
  onceLink(deps, async ({ store, now }, { id }, action) => {
    await store.transact((trx) => confirmOnce(trx, id, now()))
    return { page: 'once', view: 'confirmed', action: `${action}/delete` }
  })

export const onceDelete = (deps: OnceLinkDeps) =>
  onceLink(deps, async ({ store, now }, { email }) => {
    await store.transact((trx) => leaveClosedList(trx, email, now()))
    await store.emptyWal()
    return { page: 'once', view: 'deleted' }
  })

/** Every token that does not fit gets the same 404 page. */
const onceLink =
  (deps: OnceLinkDeps, act: Act) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { token } = ofToken.parse(request.params)
    const found = await findOnce(deps.store.db, token, deps.now())
    if (!found) return deps.pages.show(request, reply, { page: 'link-unknown' })
    const visit = await act(deps, found, `${paths.tellOnce}/${token}`)
    const language = knownLanguage(found.language)
    return deps.pages.show(request, reply, withAddress(visit, found.email), {
      always: true,
      language,
    })
  }
