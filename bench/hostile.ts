import { hostileLoad, refusedOf, sayHostile, type HostileReport } from '#test/hostile-load.ts'
import type { Series } from './report.ts'
import { claim, median, startBench } from './measure.ts'

const rounds = 3
const requests = 20_000

/**
 * The effect on visitors who join of a flood of hostile addresses and bodies, at half of what the
 * server can answer of them.
 */
export async function hostile(): Promise<Series[]> {
  const reports: HostileReport[] = []
  for (let round = 0; round < rounds; round++) {
    const server = await startBench('dist/fuel/server/main.js', { MAILS_PER_HOUR: '1000000' })
    const report = await hostileLoad(server.port, { requests, seed: round })
    await server.stop()
    console.log(sayHostile(report))
    reports.push(report)
  }
  const refused = reports.reduce(
    (sum, { alone, attacked }) => sum + refusedOf(alone) + refusedOf(attacked),
    0,
  )
  const ratio = median(reports.map(({ alone, attacked }) => attacked.p50 / alone.p50))
  claim('honest visitors who were refused', refused, refused === 0, 'none')
  claim('median of an honest sign-up under attack against without', ratio, ratio <= 2, 'at most 2x')
  return [
    {
      title: 'Median wait of a visitor who joins',
      unit: 'ms',
      values: (['alone', 'attacked'] as const).map((when) => ({
        label: when === 'alone' ? 'without the attack' : 'with it',
        value: median(reports.map((report) => report[when].p50)),
      })),
    },
  ]
}
