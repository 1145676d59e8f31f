import '../src/server/config/node-version.ts'
import { readFile, writeFile } from 'node:fs/promises'
import type { PageBundle } from '#contract/render.ts'
import { readData, servedCampaign, writeCampaign } from './write-campaign.ts'

const dist = `dist/${servedCampaign}`
const refusal = await writeCampaign(servedCampaign)
if (refusal !== null) {
  console.error(refusal)
  process.exit(1)
}

process.env.NODE_ENV = 'production'
const { createBuilder } = await import('vite')
const logLevel = process.argv.includes('--verbose') ? 'info' : 'warn'
const [, ...others] = readData(servedCampaign).campaign.languages
for (const language of [undefined, ...others]) {
  const builder = await createBuilder({ logLevel, ...(language && { mode: language }) })
  await builder.buildApp()
  await writeUnexpected(language ? `${dist}/${language}` : dist)
}

/**
 * Renders the page for an unexpected error now, because it must not need what may have failed
 * (src/server/http/pages.ts).
 */
async function writeUnexpected(folder: string) {
  // It reads the data of the campaign, which a fresh clone has since `writeCampaign`.
  const { fillShell, openShell } = await import('#server/http/bundles.ts')
  const { renderPage } = (await import(
    new URL(`../${folder}/server/page.js`, import.meta.url).href
  )) as PageBundle
  const shell = await readFile(`${folder}/client/plain.html`, 'utf8')
  await writeFile(
    `${folder}/client/unexpected.html`,
    fillShell(
      openShell(shell),
      renderPage({ page: 'unexpected' }, { publicUrl: '', anonKey: '', optIn: 'double' }),
    ),
  )
}
