import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { campaign } from '#campaign'
import type { CampaignData } from '#campaign/compose.ts'
import type { Language } from '#contract/campaign/languages.ts'
import {
  belowFoldSheet,
  lineSheet,
  ownLinkScript,
  screensScript,
  type DashboardBundle,
  type MailBundle,
  type PageBundle,
} from '#contract/render.ts'
import { fillShell, openShell, withSheet, type Bundles, type Template } from './bundles.ts'

/** The sheets that the build puts into a shell; the landing page has none of them. */
const sheetsOf: Partial<Record<Template, readonly string[]>> = {
  scripted: ['below-fold'],
  plain: ['below-fold'],
  quiz: ['below-fold', 'quiz'],
}

const developmentPaths = {
  [belowFoldSheet]: '/src/page/styles/below-fold.css',
  [lineSheet]: '/src/page/styles/line.css',
  [ownLinkScript]: '/src/page/line/own-link.ts',
  [screensScript]: '/src/dashboard/live/start.ts',
}
const sheetPath = (name: string) => `/src/page/styles/${name}.css`

/**
 * Vite transforms modules on request and pushes updates of islands and styles. The server reloads
 * the rest. LANG-1: each language has a Vite of its own.
 */
export async function developmentBundles(app: FastifyInstance): Promise<Bundles> {
  const [first, ...others] = campaign.languages
  const all = new Map([[first!, await openVite()]])
  for (const [index, language] of others.entries())
    all.set(language, await openVite({ language, port: updatesPort + 1 + index }))
  const of = (language: Language = first!) => all.get(language)!
  app.addHook('onRequest', (request, reply, next) => {
    const { vite } = of(others.find((language) => request.url.startsWith(baseOf(language))))
    if (request.method === 'GET') vite.middlewares(request.raw, reply.raw, next)
    else next()
  })
  app.addHook('onClose', async () => {
    for (const { vite } of all.values()) await vite.close()
  })
  return {
    page: (language) => newestPage(of(language).load),
    mails: (language) => of(language).load<MailBundle>('mails', '/src/mails/entry-server.tsx'),
    dashboard: () => of().load<DashboardBundle>('dashboard', '/src/dashboard/entry-server.tsx'),
    async fill(template, rendered, path, language) {
      const file = template === 'dashboard' ? 'dashboard.html' : 'index.html'
      const shell = await of(language).vite.transformIndexHtml(path, await readFile(file, 'utf8'))
      const sheets = sheetsOf[template] ?? []
      return fillShell(
        openShell(sheets.reduce((html, name) => withSheet(html, sheetPath(name)), shell)),
        rendered,
        developmentPaths,
      )
    },
    unexpected: () => barePage,
    hashes: null,
  }
}

/** Where the modules of a further language lie. */
const baseOf = (language: Language): string => `/@${language}/`

type Load = <T>(name: string, entry: string) => Promise<T>

/** The port of Vite's updates; each further language has the next one. */
const updatesPort = 24_678

async function openVite(other?: { language: Language; port: number }) {
  const { createServer, isRunnableDevEnvironment } = await import('vite')
  const vite = await createServer({
    ...(other && { mode: other.language, base: baseOf(other.language) }),
    server: { middlewareMode: true, ...(other && { hmr: { port: other.port } }) },
    appType: 'custom',
    clearScreen: false,
  })
  const load: Load = (name, entry) => {
    const environment = vite.environments[name]
    if (!environment || !isRunnableDevEnvironment(environment))
      throw new Error(`the ${name} environment cannot run modules`)
    return environment.runner.import(entry)
  }
  return { vite, load }
}

/**
 * A campaign that the build would refuse shows its error instead of the page. The page shows
 * HERO-12's gaps.
 */
async function newestPage(load: Load): Promise<PageBundle> {
  const [data, { refusalOf }, { renderPage }] = await Promise.all([
    load<CampaignData>('page', '/src/campaign/served.ts'),
    load<{ refusalOf(data: CampaignData): string | null }>('page', '/src/campaign/schema/check.ts'),
    load<PageBundle>('page', '/src/page/shell/entry-server.tsx'),
  ])
  const refusal = refusalOf(data)
  if (refusal !== null) throw new Error(refusal)
  return { renderPage: (visit, site) => renderPage(visit, { ...site, showGaps: true }) }
}

/** The page in development, where nothing was built. */
const barePage =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Unexpected Application Error!</title></head><body><main><h1>Unexpected Application Error!</h1><p>Request {request}</p></main></body></html>'
