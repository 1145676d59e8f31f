import '../src/server/config/node-version.ts'

/**
 * `node scripts/run-command.ts NAME ...`, as the scripts of package.json call it. Everything else is
 * loaded after the check of the Node version, which an older Node cannot link, and once it is known
 * which campaign the command has.
 */
const [name = '', ...args] = process.argv.slice(2)
if (!choosesCampaign(args)) await takeCampaignOfStore()
const { runCommand } = await import('#server/cli/command.ts')
const { operatorCommands } = await import('./operator-commands.ts')
const load = operatorCommands[name]
if (!load) throw new Error(`scripts/operator-commands.ts has no command '${name}'`)
const { table, openDeps } = await load()
await runCommand(table, args, openDeps)

/** `npm run brand -- adopt` gives a store another campaign. */
function choosesCampaign([action]: readonly string[]): boolean {
  return name === 'brand' || name === 'card' || (name === 'mail' && action === 'preview')
}

/** BRAND-1: a command speaks as the campaign that the store keeps, whatever CAMPAIGN says. */
async function takeCampaignOfStore(): Promise<void> {
  const { campaignAt } = await import('#server/db/campaign-of-store.ts')
  const databaseUrl = process.env['DATABASE_URL']?.trim()
  const dataDir = process.env['DATA_DIR']?.trim() || 'data'
  const kept = await campaignAt(databaseUrl ? { databaseUrl } : { dataDir })
  if (kept === null) return
  const ready = process.env['CAMPAIGN'] || 'fuel'
  process.env['CAMPAIGN'] = kept
  if (kept === ready) return
  const { writeCampaign } = await import('./write-campaign.ts')
  const refusal = await writeCampaign(kept)
  if (refusal === null) return
  console.error(refusal)
  process.exit(1)
}
