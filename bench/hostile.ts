import { hostileLoad, refusedOf, sayHostile } from '#test/hostile-load.ts'
import { claim, median, startBench } from './measure.ts'

const rounds = 3
const requests = 20_000

/** What visitors who join notice of a flood of hostile addresses and bodies, at half of what the server can answer of them. */
export async function hostile(): Promise<void> {
  const ratios: number[] = []
  let refused = 0
  for (let round = 0; round < rounds; round++) {
    const server = await startBench('src/server/main.ts', { MAILS_PER_HOUR: '1000000' })
    const report = await hostileLoad(server.port, { requests, seed: round })
    await server.stop()
    console.log(sayHostile(report))
    ratios.push(report.attacked.p50 / report.alone.p50)
    refused += refusedOf(report.alone) + refusedOf(report.attacked)
  }
  claim('honest visitors who were refused', refused, refused === 0, 'none')
  claim('median of an honest sign-up under attack against without', median(ratios), median(ratios) <= 2, 'at most 2x')
}
