import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Campaign } from '#contract/campaign.ts'
import { isEmail } from '#contract/email.ts'
import type { FormView, PageVisit, Site } from '#contract/render.ts'
import type { Origin, Placement } from '#contract/waitlist.ts'
import type { FormTokens } from '#server/http/form-tokens.ts'
import type { Bundles } from '#server/http/bundles.ts'
import type { FactSource } from '#server/http/known-facts.ts'
import { encodingFor } from '#server/http/negotiate.ts'
import { fillGzip, fillPage, pageTemplate, type PageTemplate } from '#server/http/page-template.ts'
import type { Pages } from '#server/http/pages.ts'
import { openMemoryBudget } from '#server/limits/memory-budget.ts'
import { formOnlyPage, type FormOnly } from './form-only-page.ts'
import { pageBudgets } from './page-budget.ts'

/** A form of the landing page whose sign-up was not stored, with the typed text. */
export type RejectedForm = {
  placement: Placement
  view: Exclude<FormView, { state: 'welcome' | 'idle' }>
  origin: Origin
}

type Deps = {
  bundles: Pick<Bundles, 'page' | 'fill'>
  site: Omit<Site, 'facts'>
  facts: FactSource
  tokens: Pick<FormTokens, 'page'>
  pages: Pick<Pages, 'show'>
  campaign: Pick<Campaign, 'forms' | 'consents' | 'brand'>
  now: () => number
  cached: boolean
  limitsFor: (request: FastifyRequest) => 'on' | 'off'
}

export type RejectedForms = ReturnType<typeof openRejectedForms>

/**
 * Answers plain forms that have to be sent again. The page is rendered once for each look of the
 * form and then filled in: rendering each answer would let a few connections occupy the server. A
 * network over its budget, or for which no page can be rendered now, gets the form alone.
 */
export function openRejectedForms(deps: Deps) {
  const { tokens, pages, campaign, now, cached, limitsFor } = deps
  const templateOf = openTemplates(deps)
  const takePage = openMemoryBudget(pageBudgets, now)
  const getsWholePage = (request: FastifyRequest) =>
    limitsFor(request) === 'off' || takePage(request.ip) === 0

  const sendFormOnly = (reply: FastifyReply, form: FormOnly, status: number) =>
    reply
      .code(status)
      .header('cache-control', 'no-store, no-transform')
      .type('text/html; charset=utf-8')
      .send(formOnlyPage(form, campaign))

  const render = (
    request: FastifyRequest,
    reply: FastifyReply,
    visit: PageVisit,
    formOnly: FormOnly,
    status: number,
  ) =>
    pages.show(request, reply, visit, {
      status,
      orElse: () => sendFormOnly(reply, formOnly, status),
    })

  return {
    /** Sends any plain form without the page around it. */
    sendFormOnly,

    /** Sends a page with a rejected form, rendered for this request. */
    async show(...[request, reply, visit, formOnly, status]: Parameters<typeof render>) {
      return getsWholePage(request)
        ? render(request, reply, visit, formOnly, status)
        : sendFormOnly(reply, formOnly, status)
    },

    /** Sends the landing page with a rejected form. */
    async send(
      request: FastifyRequest,
      reply: FastifyReply,
      form: RejectedForm,
      formOnly: FormOnly,
      status: number,
    ) {
      if (!getsWholePage(request)) return sendFormOnly(reply, formOnly, status)
      const pageToken = tokens.page(now())
      const template = cached ? await templateOf(form) : null
      if (!template)
        return render(request, reply, { page: 'landing', pageToken, form }, formOnly, status)
      const { view, origin } = form
      const values = {
        typed: view.typed,
        token: pageToken,
        ...origin,
        ...(view.state === 'busy' && { seconds: view.retryAfterS }),
        ...(view.state === 'invalid' && view.reason && { reason: view.reason }),
      }
      reply
        .code(status)
        .headers({ 'cache-control': 'no-store, no-transform', vary: 'Accept-Encoding' })
        .type('text/html; charset=utf-8')
      const takesGzip = encodingFor(request.headers['accept-encoding'], ['gzip']) === 'gzip'
      return takesGzip
        ? reply.header('content-encoding', 'gzip').send(fillGzip(template, values))
        : reply.send(fillPage(template, values))
    },
  }
}

/**
 * The page's template for each placement, state and look, rendered at its first use and once for
 * concurrent requests; again where the launch or the figures have changed (LIVE-4). Null, and not
 * cached, if a section of the page failed.
 */
function openTemplates({ bundles, site, facts }: Pick<Deps, 'bundles' | 'site' | 'facts'>) {
  const templates = new Map<string, { version: string; page: Promise<PageTemplate | null> }>()
  return async (form: RejectedForm): Promise<PageTemplate | null> => {
    await facts.refresh()
    const { view } = form
    const hasReason = view.state === 'invalid' && !!view.reason
    const key = `${form.placement} ${view.state} ${lookOf(view)} ${hasReason}`
    const { launch, figures, facts: shown } = facts.known()
    const version = `${launch} ${figures}`
    const known = templates.get(key)
    const page =
      known?.version === version
        ? known.page
        : renderTemplate(form, bundles, { ...site, facts: shown })
    templates.set(key, { version, page })
    let template: PageTemplate | null = null
    try {
      template = await page
    } finally {
      if (!template) templates.delete(key)
    }
    return template
  }
}

async function renderTemplate(
  { placement, view }: RejectedForm,
  bundles: Deps['bundles'],
  site: Site,
): Promise<PageTemplate | null> {
  const blank = {
    ...view,
    typed: typedBlanks[lookOf(view)],
    ...(view.state === 'busy' && { retryAfterS: secondsBlank }),
    ...(view.state === 'invalid' && view.reason && { reason: reasonBlank }),
  }
  const form = { placement, view: blank, origin: originBlanks }
  const { renderPage } = await bundles.page()
  const page = renderPage({ page: 'landing', pageToken: tokenBlank, form }, site)
  if (page.failures.length > 0) return null
  return pageTemplate(await bundles.fill('page', page, '/join'), {
    typed: blank.typed,
    seconds: String(secondsBlank),
    reason: reasonBlank,
    token: tokenBlank,
    ...originBlanks,
  })
}

/**
 * How the page draws the field: invalid also if the page's own rule (contract/email.ts) refuses it.
 */
function lookOf({ state, typed }: RejectedForm['view']): keyof typeof typedBlanks {
  if (state === 'invalid') return 'invalid'
  if (typed.trim() === '') return 'empty'
  return isEmail(typed) ? 'valid' : 'invalid'
}

// Texts that no campaign contains: private use characters, five spaces of two widths, and a huge
// number of seconds.
const typedBlanks = {
  valid: '\uE000typed@blank.blank\uE001',
  invalid: '\uE000typed\uE001',
  empty: '\u2003\u2009\u2003\u2009\u2003',
}
const reasonBlank = '\uE000reason\uE001'
const tokenBlank = '\uE000token\uE001'
const originBlanks: Origin = {
  source: '\uE000source\uE001',
  medium: '\uE000medium\uE001',
  campaign: '\uE000campaign\uE001',
  referrer: '\uE000referrer\uE001',
  via: '\uE000via\uE001',
}
const secondsBlank = 8_765_432_109
