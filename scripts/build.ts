import '../src/server/node-version.ts'
import { spawnSync } from 'node:child_process'
import { campaign } from '#campaign/campaign.ts'
import { wrongCampaign } from '#contract/wrong-campaign.ts'
import { startFlags } from './start-flags.ts'

const wrong = wrongCampaign(campaign)
if (wrong.length > 0) {
  console.error(['The campaign cannot be built:', ...wrong.map(({ file, key, reason }) => `  ${file}  ${key}: ${reason}`)].join('\n'))
  process.exit(1)
}

process.env.NODE_ENV = 'production'
const { createBuilder } = await import('vite')
const builder = await createBuilder({ logLevel: process.argv.includes('--verbose') ? 'info' : 'warn' })
await builder.buildApp()

// Fills the cache of compiled server code for exactly the flags of `npm start`: see src/server/main.ts.
spawnSync(process.execPath, [...startFlags(), 'src/server/main.ts', '--warm'], { stdio: 'inherit' })
