import './node-version.ts'

/**
 * `node src/server/main.ts`: the server. Everything else is imported only now, since an older Node cannot even link it.
 * `npm start` sets NODE_COMPILE_CACHE: without that cache each start loads the TypeScript stripper anew (20 MB and 0.2 s,
 * measured). The build fills it with `--warm`.
 */
const { runServer } = await import('./process.ts')

if (!process.argv.includes('--warm')) await runServer({ development: process.argv.includes('--dev') })
