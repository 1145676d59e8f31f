import { readdir, readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import {
  belowFoldSheet,
  lineSheet,
  ownLinkScript,
  type DashboardBundle,
  type MailBundle,
  type PageBundle,
  type Rendered,
} from '#contract/render.ts'

/**
 * `page` is the landing page's shell. `scripted` is the same with the sheet of what is below the
 * hero, `plain` that without script, and `quiz` that with one more stylesheet.
 */
export type Template = 'page' | 'scripted' | 'plain' | 'quiz' | 'dashboard'
export type Hashes = { style: readonly string[]; script: readonly string[] }

/**
 * The built React bundles and their HTML shells. In development Vite loads the newest on every
 * call.
 */
export type Bundles = {
  page(): Promise<PageBundle>
  mails(): Promise<MailBundle>
  dashboard(): Promise<DashboardBundle>
  /** puts the rendered page into its shell; `path` is the request's path */
  fill(
    template: Template,
    rendered: Pick<Rendered, 'title' | 'titleLang' | 'head' | 'html'>,
    path: string,
  ): Promise<string>
  /** the complete page of ROUTE-3 */
  unexpected: string
  /** hashes of inline styles and scripts for the content security policy; null in development */
  hashes: Record<Template, Hashes> | null
}

/** Reads the output of `vite build`. A bundle is imported at its first use. */
export async function builtBundles(dist: string): Promise<Bundles> {
  const read = (file: string) => readFile(join(dist, 'client', file), 'utf8')
  const shell = async (file: string) => openShell(await read(file))
  const shells: Record<Template, Shell> = {
    page: await shell('index.html'),
    scripted: await shell('scripted.html'),
    plain: await shell('plain.html'),
    quiz: await shell('quiz.html'),
    dashboard: await shell('dashboard.html'),
  }
  const hashes: Record<Template, Hashes> = JSON.parse(
    await readFile(join(dist, 'client/csp.json'), 'utf8'),
  )
  const assets = await readdir(join(dist, 'client/assets'))
  const assetOf = (name: RegExp) => `/assets/${assets.find((asset) => name.test(asset))}`
  const assetPaths = {
    [belowFoldSheet]: assetOf(/^below-fold-.*\.css$/),
    [lineSheet]: assetOf(/^line-.*\.css$/),
    [ownLinkScript]: assetOf(/^own-link-.*\.js$/),
  }
  const load =
    <T>(name: string) =>
    (): Promise<T> =>
      import(pathToFileURL(join(dist, 'server', name)).href)
  return {
    page: load<PageBundle>('page.js'),
    mails: load<MailBundle>('mails.js'),
    dashboard: load<DashboardBundle>('dashboard.js'),
    fill: async (template, rendered) => fillShell(shells[template], rendered, assetPaths),
    unexpected: await read('unexpected.html'),
    hashes,
  }
}

/** The HTML of a shell around its title, its head and its page. */
type Shell = readonly [start: string, afterTitle: string, afterHead: string, end: string]

const blanks = /<title><!--title-->|<!--head-->|<!--page-->/

export function openShell(html: string): Shell {
  const parts = html.split(blanks)
  if (parts.length !== 4) throw new Error('a shell has one blank for title, head and page each')
  return parts as unknown as Shell
}

/**
 * Title, head and page are escaped HTML. `assetPaths`: the paths of the built files, by those that
 * the rendered page has instead. They are values of attributes, so no text of a page is taken for
 * one.
 */
export function fillShell(
  [start, afterTitle, afterHead, end]: Shell,
  { title, titleLang, head, html }: Pick<Rendered, 'title' | 'titleLang' | 'head' | 'html'>,
  assetPaths: Record<string, string> = {},
): string {
  const opened = titleLang ? `<title lang="${titleLang}">` : '<title>'
  const page = Object.entries(assetPaths).reduce(
    (text, [name, path]) => text.replaceAll(`="${name}"`, () => `="${path}"`),
    html,
  )
  return start + opened + title + afterTitle + head + afterHead + page + end
}

/** Adds a stylesheet after the page's own. */
export const withSheet = (shell: string, path: string): string =>
  shell.replace('</head>', `<link rel="stylesheet" href="${path}"/>\n</head>`)
