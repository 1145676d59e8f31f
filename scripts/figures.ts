import '../src/server/node-version.ts'
import { campaign } from '#campaign/campaign.ts'
import { isUnbacked, sourcesOf } from '#contract/figures.ts'
import { fileOf } from '#contract/wrong-campaign.ts'

/** `npm run figures`: what to look at before going live (LIVE-3). */
const { figures, offers } = campaign
const unbacked = sourcesOf({ figures, offers }).filter(({ source }) => isUnbacked(source))
const rows = unbacked.map(({ key, source, figure }) => [source.kind, key, JSON.stringify('value' in figure ? figure.value : figure), fileOf(key)] as const)
const widths = [0, 1, 3].map((column) => Math.max(...rows.map((row) => row[column]!.length), 0))

for (const [kind, key, value, file] of rows) console.log(`${kind.padEnd(widths[0]!)}  ${key.padEnd(widths[1]!)}  ${file.padEnd(widths[2]!)}  ${value}`)
const count = (kind: string) => unbacked.filter(({ source }) => source.kind === kind).length
console.log(`\n${count('simulated')} simulated, ${count('claim')} claims without evidence.`)
