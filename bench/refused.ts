import type { Series } from './report.ts'
import type { Kind } from './load.ts'
import { claim, load, median, startBench, type Measured } from './measure.ts'

const rounds = 5
const connections = 16
const requests = 6_000

/** How long an honest sign-up waits while others send plain forms that are refused. */
export async function refused(): Promise<Series[]> {
  const server = await startBench('dist/fuel/server/main.js', { MAILS_PER_HOUR: '1000000' })
  const join = () => load(server, { connections, requests, kind: 'join' })
  const beside = async (kind: Extract<Kind, 'mistyped' | 'crowded'>) =>
    (await Promise.all([join(), load(server, { connections, requests: requests * 2, kind })]))[0]
  const ways = {
    alone: join,
    'beside mistyped addresses (422)': () => beside('mistyped'),
    'beside a crowded network (429)': () => beside('crowded'),
  }
  const runs = new Map<string, Measured[]>(Object.keys(ways).map((name) => [name, []]))
  await join()
  for (let round = 0; round < rounds; round++)
    for (const [name, run] of Object.entries(ways)) runs.get(name)!.push(await run())
  await server.stop()

  const waits = [...runs].map(([name, measured]) => ({
    label: name,
    value: median(measured.map(({ p50 }) => p50)),
  }))
  for (const { label, value } of waits.slice(1))
    claim(
      `median of an honest sign-up ${label} against alone`,
      value / waits[0]!.value,
      value / waits[0]!.value < 2,
      'less than 2x',
    )
  return [{ title: 'Median wait of a visitor who joins', unit: 'ms', values: waits }]
}
