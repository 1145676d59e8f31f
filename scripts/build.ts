import '../src/server/config/node-version.ts'
import { readFile, writeFile } from 'node:fs/promises'
import type { PageBundle } from '#contract/render.ts'
import { fillShell, openShell } from '#server/http/bundles.ts'
import { servedCampaign, writeCampaign } from './write-campaign.ts'

const dist = `dist/${servedCampaign}`
const refusal = await writeCampaign(servedCampaign)
if (refusal !== null) {
  console.error(refusal)
  process.exit(1)
}

process.env.NODE_ENV = 'production'
const { createBuilder } = await import('vite')
const builder = await createBuilder({
  logLevel: process.argv.includes('--verbose') ? 'info' : 'warn',
})
await builder.buildApp()
await writeUnexpected()

/**
 * Renders the page for an unexpected error now, because it must not need what may have failed
 * (src/server/http/pages.ts).
 */
async function writeUnexpected() {
  const { renderPage } = (await import(
    new URL(`../${dist}/server/page.js`, import.meta.url).href
  )) as PageBundle
  const shell = await readFile(`${dist}/client/plain.html`, 'utf8')
  await writeFile(
    `${dist}/client/unexpected.html`,
    fillShell(
      openShell(shell),
      renderPage({ page: 'unexpected' }, { publicUrl: '', anonKey: '', optIn: 'double' }),
    ),
  )
}
