import '../src/server/node-version.ts'
import { spawnSync } from 'node:child_process'
import { createBuilder } from 'vite'
import { startFlags } from './start-flags.ts'

process.env.NODE_ENV = 'production'
const builder = await createBuilder({ logLevel: process.argv.includes('--verbose') ? 'info' : 'warn' })
await builder.buildApp()

// Fills the cache of compiled server code for exactly the flags of `npm start`: see src/server/main.ts.
spawnSync(process.execPath, [...startFlags(), 'src/server/main.ts', '--warm'], { stdio: 'inherit' })
