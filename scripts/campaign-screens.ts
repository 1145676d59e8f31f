import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { freshFolder } from '#test/fresh-store.ts'
import { spawnServer, untilReady } from '#test/server-process.ts'
import { campaignsFolder, isTakenIn, newBrand, writeBrand } from './new-brand.ts'

const root = resolve(import.meta.dirname, '..')
/** A brand as `npm run brand -- new` writes it, in Dutch. It is removed afterwards. */
const third = { name: 'fietsbel', color: '#0F766E', lang: 'nl' }

type Column = { path: string; png: Buffer }

/**
 * Each shipped campaign and a new one side by side: the upper part of its page, as one picture for
 * each width, written by `save`.
 */
export async function takeCampaigns(
  browser: Browser,
  widths: readonly number[],
  save: (width: number, jpeg: Buffer) => void,
): Promise<void> {
  const brand = newBrand(third, isTakenIn())
  if ('wrong' in brand) throw new Error(brand.wrong)
  writeBrand(brand.files)
  try {
    const columns = new Map(widths.map((width) => [width, [] as Column[]]))
    for (const name of [...shipped(), third.name])
      for (const [width, png] of await pagesOf(name, browser, widths))
        columns.get(width)!.push({ path: name, png })
    for (const [width, all] of columns) save(width, await sideBySide(browser, width, all))
  } finally {
    for (const made of [join(campaignsFolder, third.name), join(root, 'dist', third.name)])
      rmSync(made, { recursive: true, force: true })
  }
}

const shipped = (): string[] =>
  readdirSync(campaignsFolder).filter(
    (name) => name !== third.name && existsSync(join(campaignsFolder, name, 'index.ts')),
  )

async function pagesOf(
  name: string,
  browser: Browser,
  widths: readonly number[],
): Promise<[number, Buffer][]> {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/ready.js'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, CAMPAIGN: name, NODE_ENV: '' },
  })
  if (status !== 0) throw new Error(`${name} was not built:\n${stdout}${stderr}`)
  const env = { DATA_DIR: freshFolder(), LIMITS: 'off' }
  const server = await untilReady(spawnServer(env, `dist/${name}/server/main.js`))
  try {
    const taken: [number, Buffer][] = []
    for (const width of widths) taken.push([width, await pageAt(server.url, browser, width)])
    return taken
  } finally {
    await server.kill()
  }
}

/** Three windows of the page, from its top. */
async function pageAt(url: string, browser: Browser, width: number): Promise<Buffer> {
  const page = await browser.newPage({
    viewport: { width, height: width < 600 ? 2_400 : 2_200 },
    reducedMotion: 'reduce',
  })
  await page.goto(url)
  await page.evaluate('document.fonts.ready')
  await page.locator('[data-island="signup-form"][data-hydrated]').first().waitFor()
  const png = await page.screenshot()
  await page.close()
  return png
}

async function sideBySide(browser: Browser, width: number, all: Column[]): Promise<Buffer> {
  const shown = Math.min(width, 640)
  const gap = 16
  const page = await browser.newPage({
    viewport: { width: all.length * (shown + gap) + gap, height: 600 },
  })
  const pictures = all.map(
    ({ path, png }) =>
      `<img alt="${path}" src="data:image/png;base64,${png.toString('base64')}" width="${shown}">`,
  )
  await page.setContent(
    `<body style="display:flex;gap:${gap}px;margin:0;padding:${gap}px;align-items:start;background:#777">${pictures.join('')}`,
  )
  const jpeg = await page.screenshot({ type: 'jpeg', quality: 70, fullPage: true })
  await page.close()
  return jpeg
}
