import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createServer } from 'vite'

const root = resolve(import.meta.dirname, '..')

/** Serves src/page/states, which no build contains. */
export async function serveStates(): Promise<{ url: string; close(): Promise<void> }> {
  const cacheDir = mkdtempSync(join(tmpdir(), 'ascend-states-'))
  const vite = await createServer({
    root,
    cacheDir,
    appType: 'mpa',
    logLevel: 'error',
    server: { port: 0, hmr: false, ws: false },
  })
  await vite.listen()
  return {
    url: `${vite.resolvedUrls?.local[0]}src/page/states/index.html`,
    async close() {
      await vite.close()
      rmSync(cacheDir, { recursive: true, force: true })
    },
  }
}
