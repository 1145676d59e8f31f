import '../src/server/node-version.ts'
import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createBuilder } from 'vite'
import type { PageBundle } from '../src/contract/render.ts'
import { fillShell } from '../src/server/site/bundles.ts'
import { startFlags } from './start-flags.ts'

process.env.NODE_ENV = 'production'
const builder = await createBuilder({ logLevel: process.argv.includes('--verbose') ? 'info' : 'warn' })
await builder.buildApp()
await writeUnexpected()

// Fills the cache of compiled server code for exactly the flags of `npm start`: see src/server/main.ts.
spawnSync(process.execPath, [...startFlags(), 'src/server/main.ts', '--warm'], { stdio: 'inherit' })

/** The page for an unexpected error must not need what may have failed: it is rendered now (src/server/site/unexpected.ts). */
async function writeUnexpected() {
  const { renderPage } = await import(new URL('../dist/server/page.js', import.meta.url).href) as PageBundle
  const shell = await readFile('dist/client/plain.html', 'utf8')
  await writeFile('dist/client/unexpected.html', fillShell(shell, renderPage({ page: 'unexpected' }, { publicUrl: '', anonKey: '', optIn: 'double' })))
}
