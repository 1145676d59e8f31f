import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import type { Theme } from '#contract/theme/theme.ts'
import { fill } from '#contract/text.ts'

const root = resolve(import.meta.dirname, '..')

/** A file of the campaign, or that of the base where it has none. */
export const fileOf = (name: string, path: string): string =>
  join(root, 'campaigns', hasOwn(name, path) ? name : 'base', path)
const hasOwn = (name: string, path: string): boolean =>
  existsSync(join(root, 'campaigns', name, path))

/** What crawlers leave alone: the same for every campaign that says nothing else. */
const robots = 'public/robots.txt'

/** favicon.svg: the campaign's mark.svg, whose blanks are roles of the theme, as `{accent}`. */
export const faviconOf = (name: string, theme: Theme): string =>
  fill(readFileSync(fileOf(name, 'mark.svg'), 'utf8'), theme[theme.scheme])

/**
 * What the page has of theme and art besides their modules: the sheets of the theme
 * (scripts/theme-sheet.ts), its typeface in the shell, and the favicon. `themeNow` reads the theme. `isFirst`: the build is of the
 * campaign's first language, which has the files without words.
 */
export function campaignLook(
  name: string,
  themeNow: () => Theme,
  { language, isFirst }: { language: string; isFirst: boolean },
): Plugin {
  const favicon = () => faviconOf(name, themeNow())
  const sheet = (file: string) => ({
    find: `#${file}`,
    replacement: join(root, 'dist', name, file),
  })
  return {
    name: 'campaign-look',
    config: () => ({
      resolve: {
        alias: [
          sheet('theme.css'),
          sheet('paper.css'),
          sheet('dashboard.css'),
          { find: '#art', replacement: fileOf(name, 'art.tsx') },
        ],
      },
    }),
    // A script of the page has of the art what it draws, and nothing else.
    transform: {
      filter: { id: /\/campaigns\/[^/]+\/art\b/ },
      handler: (code) => ({ code, map: null, moduleSideEffects: false }),
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        withFaces(withoutMissingIcon(name, html), themeNow()).replace('%LANGUAGE%', language),
    },
    generateBundle() {
      if (this.environment.name !== 'client' || !isFirst) return
      this.emitFile({ type: 'asset', fileName: 'favicon.svg', source: favicon() })
      if (!hasOwn(name, robots))
        this.emitFile({
          type: 'asset',
          fileName: 'robots.txt',
          source: readFileSync(fileOf(name, robots)),
        })
    },
    configureServer({ middlewares }) {
      middlewares.use('/favicon.svg', (_, response) => {
        response.setHeader('content-type', 'image/svg+xml')
        response.end(favicon())
      })
      middlewares.use('/robots.txt', (_, response) => {
        response.end(readFileSync(fileOf(name, robots)))
      })
    },
  }
}

const withFaces = (html: string, { faces: { display, text } }: Theme): string =>
  html
    .replace('%DISPLAY_FACE%', `/campaigns/${display.file}`)
    .replace(textFaceLink, (link) =>
      text ? link.replace('%TEXT_FACE%', `/campaigns/${text.file}`) : '',
    )

const textFaceLink = /\s*<link[^>]*%TEXT_FACE%[^>]*>/

/** `npm run card` draws the icon of home screens. */
const withoutMissingIcon = (name: string, html: string): string =>
  hasOwn(name, 'public/apple-touch-icon.png')
    ? html
    : html.replace(/\s*<link rel="apple-touch-icon"[^>]*>/, '')
