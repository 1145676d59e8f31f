import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { CampaignData } from '#campaign/compose.ts'
import {
  belowFoldSheet,
  lineSheet,
  ownLinkScript,
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
}
const sheetPath = (name: string) => `/src/page/styles/${name}.css`

/**
 * Vite transforms modules on request and pushes updates of islands and styles. The server reloads
 * the rest.
 */
export async function developmentBundles(app: FastifyInstance): Promise<Bundles> {
  const { createServer, isRunnableDevEnvironment } = await import('vite')
  const vite = await createServer({
    server: { middlewareMode: true },
    appType: 'custom',
    clearScreen: false,
  })
  app.addHook('onRequest', (request, reply, next) => {
    if (request.method === 'GET') vite.middlewares(request.raw, reply.raw, next)
    else next()
  })
  app.addHook('onClose', () => vite.close())

  const load =
    <T>(name: string, entry: string) =>
    async (): Promise<T> => {
      const environment = vite.environments[name]
      if (!environment || !isRunnableDevEnvironment(environment))
        throw new Error(`the ${name} environment cannot run modules`)
      return environment.runner.import<T>(entry)
    }
  const newestCampaign = load<CampaignData>('page', '/src/campaign/served.ts')
  const newestRules = load<{ refusalOf(data: CampaignData): string | null }>(
    'page',
    '/src/campaign/schema/check.ts',
  )
  const newestPage = load<PageBundle>('page', '/src/page/shell/entry-server.tsx')
  return {
    /**
     * A campaign that the build would refuse shows its error instead of the page. The page shows
     * HERO-12's gaps.
     */
    async page() {
      const [data, { refusalOf }] = await Promise.all([newestCampaign(), newestRules()])
      const refusal = refusalOf(data)
      if (refusal !== null) throw new Error(refusal)
      const { renderPage } = await newestPage()
      return { renderPage: (visit, site) => renderPage(visit, { ...site, showGaps: true }) }
    },
    mails: load<MailBundle>('mails', '/src/mails/entry-server.tsx'),
    dashboard: load<DashboardBundle>('dashboard', '/src/dashboard/entry-server.tsx'),
    async fill(template, rendered, path) {
      const file = template === 'dashboard' ? 'dashboard.html' : 'index.html'
      const shell = await vite.transformIndexHtml(path, await readFile(file, 'utf8'))
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

/** The page in development, where nothing was built. */
const barePage =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Unexpected Application Error!</title></head><body><main><h1>Unexpected Application Error!</h1><p>Request {request}</p></main></body></html>'
