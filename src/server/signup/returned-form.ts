import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Campaign } from '#contract/campaign.ts'
import { isEmail } from '#contract/email.ts'
import type { FormView, Site } from '#contract/render.ts'
import type { Origin, Placement } from '#contract/waitlist.ts'
import { takeAll, timesBudget, type Budget } from '#server/limits/budgets.ts'
import { clientNetworks } from '#server/limits/client-network.ts'
import type { FormTokens } from '#server/http/form-tokens.ts'
import type { Bundles } from '#server/http/bundles.ts'
import { encodingFor } from '#server/http/negotiate.ts'
import { fillGzip, fillPage, pageTemplate, type PageTemplate } from '#server/http/page-template.ts'
import type { Pages } from '#server/http/pages.ts'
import { smallForm, type SmallForm } from './small-form.ts'

/** A form of the landing page that was not taken, with the text that was typed. */
export type ReturnedForm = {
  placement: Placement
  view: Exclude<FormView, { state: 'welcome' | 'idle' }>
  origin: Origin
}
export type ReturnedForms = ReturnType<typeof openReturnedForms>

type Deps = {
  bundles: Pick<Bundles, 'page' | 'fill'>
  site: Site
  tokens: Pick<FormTokens, 'page'>
  pages: Pick<Pages, 'show'>
  campaign: Pick<Campaign, 'forms' | 'consents' | 'brand'>
  now: () => number
  cached: boolean
  limitsFor: (request: FastifyRequest) => 'on' | 'off'
}

/** Whole pages for one network and for all: whoever mistypes an address, or reloads a page that says 'one moment', stays far below. */
export const pageBudgets: { network: Budget; all: Budget } = {
  network: { atOnce: 30, everyMs: 2_000 },
  all: { atOnce: 300, everyMs: 20 },
}
const mostNetworks = 10_000

/**
 * What a plain form's sender gets who has to send it again. The page around the form is rendered once for each of its states and filled in: rendering it for each would
 * let a few connections of refused forms take the server. Over the budget comes a page with the form alone, the typed text in it.
 */
export function openReturnedForms({
  bundles,
  site,
  tokens,
  pages,
  campaign,
  now,
  cached,
  limitsFor,
}: Deps) {
  const templates = new Map<string, Promise<PageTemplate | null>>()
  const withinBudget = openPageBudget(now)
  const getsWholePage = (request: FastifyRequest) =>
    limitsFor(request) === 'off' || withinBudget(request.ip)

  async function render({ placement, view }: ReturnedForm): Promise<PageTemplate | null> {
    const blank = {
      ...view,
      typed: typedBlanks[lookOf(view)],
      ...(view.state === 'busy' && { retryAfterS: secondsBlank }),
    }
    const page = (await bundles.page()).renderPage(
      {
        page: 'landing',
        pageToken: tokenBlank,
        form: { placement, view: blank, origin: originBlanks },
      },
      site,
    )
    if (page.failures.length > 0) return null
    return pageTemplate(await bundles.fill('page', page, '/join'), {
      typed: blank.typed,
      seconds: String(secondsBlank),
      token: tokenBlank,
      ...originBlanks,
    })
  }

  /** However many ask for it at once, it is rendered once; a page on which something failed is not kept. */
  async function templateOf(form: ReturnedForm): Promise<PageTemplate | null> {
    const key = `${form.placement} ${form.view.state} ${lookOf(form.view)}`
    const known = templates.get(key) ?? render(form)
    templates.set(key, known)
    let template: PageTemplate | null = null
    try {
      template = await known
    } finally {
      if (!template) templates.delete(key)
    }
    return template
  }

  /** Without a budget for a whole page: the form alone, for whichever plain form. */
  const sendSmall = (reply: FastifyReply, form: SmallForm, status: number) =>
    reply
      .code(status)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(smallForm(form, campaign))

  return {
    getsWholePage,
    sendSmall,

    async send(
      request: FastifyRequest,
      reply: FastifyReply,
      form: ReturnedForm,
      small: SmallForm,
      status: number,
    ) {
      if (!getsWholePage(request)) return sendSmall(reply, small, status)
      const pageToken = tokens.page(now())
      const template = cached ? await templateOf(form) : null
      if (!template) return pages.show(request, reply, { page: 'landing', pageToken, form }, status)
      const { view, origin } = form
      const values = {
        typed: view.typed,
        token: pageToken,
        ...origin,
        ...(view.state === 'busy' && { seconds: view.retryAfterS }),
      }
      reply
        .code(status)
        .headers({ 'cache-control': 'no-store', vary: 'Accept-Encoding' })
        .type('text/html; charset=utf-8')
      const zipped = encodingFor(request.headers['accept-encoding'], ['gzip']) === 'gzip'
      return zipped
        ? reply.header('content-encoding', 'gzip').send(fillGzip(template, values))
        : reply.send(fillPage(template, values))
    },
  }
}

/** In memory: it bounds what this process computes and sends, nothing else depends on it. Networks are counted as those of sign-ups are. */
function openPageBudget(now: () => number): (address: string) => boolean {
  const tats = new Map<string, number>()
  return (address) => {
    const networks = clientNetworks(address).map(({ network, times }) => ({
      key: network,
      budget: timesBudget(pageBudgets.network, times),
    }))
    const charges = [...networks, { key: 'all', budget: pageBudgets.all }]
    for (const { key } of charges) moveToEnd(tats, key)
    for (const key of tats.keys()) {
      if (tats.size <= mostNetworks) break
      tats.delete(key)
    }
    return takeAll(tats, charges, now()) === 0
  }
}

/** The keys used last are kept longest. */
function moveToEnd(tats: Map<string, number>, key: string): void {
  const tat = tats.get(key) ?? 0
  tats.delete(key)
  tats.set(key, tat)
}

/** How the field is drawn: as contract/email.ts judges the text, unless the server has refused it. */
const lookOf = (view: ReturnedForm['view']): keyof typeof typedBlanks =>
  view.state === 'invalid' || (view.typed.trim() !== '' && !isEmail(view.typed))
    ? 'invalid'
    : view.typed.trim() === ''
      ? 'empty'
      : 'valid'

// No campaign says these: characters of the private use area, five spaces of two widths, and a number of seconds that nobody waits.
const typedBlanks = {
  valid: '\uE000typed@blank.blank\uE001',
  invalid: '\uE000typed\uE001',
  empty: '\u2003\u2009\u2003\u2009\u2003',
}
const tokenBlank = '\uE000token\uE001'
const originBlanks: Origin = {
  source: '\uE000source\uE001',
  medium: '\uE000medium\uE001',
  campaign: '\uE000campaign\uE001',
  referrer: '\uE000referrer\uE001',
}
const secondsBlank = 8_765_432_109
