import '../src/server/node-version.ts'
import { createBuilder } from 'vite'

process.env.NODE_ENV = 'production'
const builder = await createBuilder({ logLevel: process.argv.includes('--verbose') ? 'info' : 'warn' })
await builder.buildApp()
