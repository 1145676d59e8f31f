import './node-version.ts'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { resolve } from 'node:path'

/**
 * `node src/server/main.ts`: the server. Everything else is imported from here on, after the version check, and from a cache of
 * compiled code: without it each start would load the TypeScript stripper anew (22 MB and 0.2 s, measured). The build fills it
 * with `--warm`.
 */
enableCompileCache(resolve(import.meta.dirname, '../../.cache/compile'))
const { runServer } = await import('./process.ts')

if (process.argv.includes('--warm')) flushCompileCache()
else await runServer({ development: process.argv.includes('--dev') })
