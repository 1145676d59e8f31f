import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { withSheet } from '../src/server/http/bundles.ts'

/**
 * Makes the built page one response: the stylesheet of the first view goes into the HTML, and the
 * script waits until the page has loaded and the browser is idle. An inline script tells the styles
 * before the first paint that there is script, what the browser stores of a sign-up (FORM-9;
 * page/signup/joined.ts), and as `data-first` that it shows the first page of this campaign (FX-9). The
 * landing page has the face of text (`data-face`) from the second on, if it comes at once: the first
 * one fetches it when idle (decision 099). Writes beside `index.html`:
 * - `scripted.html`: the same with a link to the sheet of everything below the hero;
 * - `plain.html`: `scripted.html` without script;
 * - `quiz.html`: `plain.html` with the sheet of the quiz's pages;
 * - `dashboard.html`: links to its sheet, which the browser stores for all screens;
 * - `csp.json`: the hashes of what is inline; and each text asset, compressed.
 */
export function oneResponse(): Plugin {
  return {
    name: 'one-response',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {}, filename }) =>
        filename.endsWith('dashboard.html')
          ? withoutLines(html)
          : waitingScript(inlineStyle(withoutLines(html), bundle)),
    },
    generateBundle(_, bundle) {
      const first = Object.values(bundle)
        .filter((chunk) => chunk.type === 'chunk')
        .filter(({ name, isDynamicEntry }) => firstToRun.has(name) && !isDynamicEntry)
      if (first.length !== firstToRun.size)
        throw new Error(`of ${[...firstToRun].join(' and ')} ${first.length} are in the bundle`)
      for (const chunk of first) chunk.code = compiledAhead + chunk.code
    },
    writeBundle({ dir = '' }, bundle) {
      writeShells(dir, bundle)
      const templates = readdirSync(dir).filter((name) => name.endsWith('.html'))
      writeFileSync(join(dir, 'csp.json'), JSON.stringify(hashesOf(dir, templates), null, 2))
      for (const file of textFilesIn(dir)) compressBeside(file)
    },
  }
}

function writeShells(dir: string, bundle: object) {
  const index = readFileSync(join(dir, 'index.html'), 'utf8')
  const scripted = withSheet(index, `/${fileIn(bundle, 'below-fold', 'css')}`)
  const plain = scripted.replace(inlineScript, '')
  // The landing page has both from its script: its first visit waits for one typeface alone.
  writeFileSync(join(dir, 'index.html'), index.replace(' data-face', '').replace(textPreload, ''))
  writeFileSync(join(dir, 'scripted.html'), scripted)
  writeFileSync(join(dir, 'plain.html'), plain)
  writeFileSync(join(dir, 'quiz.html'), withSheet(plain, `/${fileIn(bundle, 'quiz', 'css')}`))
}

/** Compresses the scripts of other environments that build into the same folder. */
export const compressedScript = (...environments: string[]): Plugin => ({
  name: 'compressed-script',
  apply: 'build',
  applyToEnvironment: ({ name }) => environments.includes(name),
  writeBundle({ dir = '' }, bundle) {
    for (const file of Object.keys(bundle)) compressBeside(join(dir, file))
  },
})

/** The built file of an entry of vite.config.ts. */
function fileIn(bundle: object, name: string, type: 'css' | 'js'): string {
  const file = Object.keys(bundle).find((path) =>
    new RegExp(`^assets/${name}-[^/]+\\.${type}$`).test(path),
  )
  if (!file) throw new Error(`${name}.${type} is not in the bundle`)
  return file
}

/**
 * Chromium then compiles the whole file in another thread while it loads, instead of each function
 * on the page's thread (V8's explicit compile hints).
 */
const compiledAhead = '//# allFunctionsCalledOnLoad\n'
const firstToRun = new Set(['react', 'first-islands'])

type Bundle = Record<string, { type: string; source?: string | Uint8Array }>
const inlineScript = /<script>(.*?)<\/script>\s*/gs
const inlineSheet = /<style>(.*?)<\/style>/gs

/** The first response contains the template's line breaks and indentation, so they are removed. */
const withoutLines = (html: string) =>
  html
    .replaceAll(/>\s*\n\s*</g, '><')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(' />', '/>')
    .replace('="anonymous"', '')

const sheetLink = /<link rel="stylesheet"[^>]*href="\/([^"]+)">/g

function inlineStyle(html: string, bundle: Bundle) {
  const sheets = html.match(sheetLink) ?? []
  if (sheets.length > 1)
    throw new Error(
      `the entry script needs a further sheet, which waits for React: ${sheets.join(' ')}`,
    )
  return html.replace(sheetLink, (_, file: string) => {
    const sheet = bundle[file]
    if (sheet?.type !== 'asset') throw new Error(`${file} is not in the bundle`)
    delete bundle[file]
    return `<style>${String(sheet.source).trim()}</style>`
  })
}

/** That of display type stands before it. */
const textPreload = /(?<=as="font".*?)<link rel="preload" href="([^"]+)" as="font"[^>]*>/

const waitingScript = (html: string) =>
  html.replace(/<script type="module"[^>]*src="([^"]+)"><\/script>/, (_, entry: string) => {
    const face = textPreload.exec(html)?.[1]
    const use = face
      ? `(d.dataset.face='',document.head.append(Object.assign(document.createElement('link'),{rel:'preload',as:'font',crossOrigin:'',href:'${face}'})),setTimeout(()=>document.fonts.check('1em Text')||delete d.dataset.face,100))`
      : '0'
    const fetch = face ? `;fetch('${face}').then((r)=>r.blob())` : ''
    return `<script>{let d=document.documentElement,j;d.className='js';try{let s=localStorage;j=s['ascend.joined'];'ascend.paused'in s&&(d.dataset.paused='');s['ascend.seen']?${use}:(s['ascend.seen']=1,location.hash||(d.dataset.first=1))}catch{}if(j>0)d.dataset.joined=j}addEventListener('load',()=>(window.requestIdleCallback||setTimeout)(()=>{import('${entry}')${fetch}},{timeout:1500}))</script>`
  })

function hashesOf(dir: string, templates: string[]) {
  const hashes = (html: string, inline: RegExp) =>
    [...html.matchAll(inline)].map(
      ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
    )
  return Object.fromEntries(
    templates.map((file) => {
      const html = readFileSync(join(dir, file), 'utf8')
      const name = file.replace('.html', '').replace('index', 'page')
      return [name, { style: hashes(html, inlineSheet), script: hashes(html, inlineScript) }]
    }),
  )
}

const textFilesIn = (dir: string) =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map((name) => join(dir, name))
    .filter((file) => /\.(js|css|svg|txt)$/.test(file) && statSync(file).isFile())
    .filter((file) => !existsSync(`${file}.br`))

/**
 * Sizes of a block and numbers of direct distances: the first fits most files best, the second
 * React's own.
 */
const blocks = [
  [16, 0],
  [17, 12],
] as const

function compressBeside(file: string) {
  const text = readFileSync(file)
  const tries = blocks.map(([size, distances]) =>
    brotliCompressSync(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_LGBLOCK]: size,
        [constants.BROTLI_PARAM_NDIRECT]: distances,
      },
    }),
  )
  writeFileSync(`${file}.br`, tries.toSorted((one, other) => one.length - other.length)[0]!)
  writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
}
