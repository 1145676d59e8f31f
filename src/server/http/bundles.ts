import { readdir, readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { campaign } from '#campaign'
import type { Language } from '#contract/campaign/languages.ts'
import {
  belowFoldSheet,
  lineSheet,
  ownLinkScript,
  screensScript,
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
  /** LANG-1: in one language, by default the campaign's first, as are the shells that `fill` uses */
  page(language?: Language): Promise<PageBundle>
  mails(language?: Language): Promise<MailBundle>
  dashboard(): Promise<DashboardBundle>
  /** puts the rendered page into its shell; `path` is the request's path */
  fill(
    template: Template,
    rendered: Pick<Rendered, 'title' | 'titleLang' | 'head' | 'html'>,
    path: string,
    language?: Language,
  ): Promise<string>
  /** the complete page of ROUTE-3 */
  unexpected(language: Language): string
  /** of the page's inline styles and scripts, for the content security policy; null in development */
  hashes: ((language?: Language) => Hashes) | null
}

/**
 * Reads the output of `vite build`. A bundle is imported at its first use. The languages beside the
 * first have a folder of their own.
 */
export async function builtBundles(
  dist: string,
  languages: readonly Language[] = campaign.languages,
): Promise<Bundles> {
  const [first, ...others] = languages
  const all = new Map([
    [first, await ofLanguage(dist, dist)],
    ...(await Promise.all(
      others.map(
        async (language) => [language, await ofLanguage(join(dist, language), dist)] as const,
      ),
    )),
  ])
  const of = (language: Language = first!) => all.get(language) ?? all.get(first)!
  const dashboard = openShell(await readFile(join(dist, 'client/dashboard.html'), 'utf8'))
  return {
    page: (language) => of(language).page(),
    mails: (language) => of(language).mails(),
    dashboard: load<DashboardBundle>(dist, 'dashboard.js'),
    fill: async (template, rendered, _, language) =>
      template === 'dashboard'
        ? fillShell(dashboard, rendered, of().assetPaths)
        : fillShell(of(language).shells[template], rendered, of(language).assetPaths),
    unexpected: (language) => of(language).unexpected,
    hashes: (language) => of(language).hashes,
  }
}

/** Where the files lie that browsers load. */
export const clientFolders = (dist: string): string[] =>
  campaign.languages.map((language, index) => join(dist, index === 0 ? '' : language, 'client'))

const load =
  <T>(dist: string, name: string) =>
  (): Promise<T> =>
    import(pathToFileURL(join(dist, 'server', name)).href)

/** `first`: the build of the first language, which has the files without words. */
async function ofLanguage(dist: string, first: string) {
  const read = (file: string) => readFile(join(dist, 'client', file), 'utf8')
  const shell = async (file: string) => openShell(await read(file))
  const shells = {
    page: await shell('index.html'),
    scripted: await shell('scripted.html'),
    plain: await shell('plain.html'),
    quiz: await shell('quiz.html'),
  }
  const { page: hashes } = JSON.parse(await read('csp.json')) as { page: Hashes }
  const files = [dist, first].map((folder) => readdir(join(folder, 'client/assets')))
  const assets = (await Promise.all(files)).flat()
  const assetOf = (name: RegExp) => `/assets/${assets.find((asset) => name.test(asset))}`
  const assetPaths = {
    [belowFoldSheet]: assetOf(/^below-fold-.*\.css$/),
    [lineSheet]: assetOf(/^line-.*\.css$/),
    [ownLinkScript]: assetOf(/^own-link-.*\.js$/),
    [screensScript]: assetOf(/^screens-.*\.js$/),
  }
  return {
    page: load<PageBundle>(dist, 'page.js'),
    mails: load<MailBundle>(dist, 'mails.js'),
    shells,
    assetPaths,
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
