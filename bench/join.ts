import { claim, load, metric, startBench } from './measure.ts'

const requests = 12_000

/** Durable sign-ups with all the real work (budgets, person, consent, mail), and the same with one commit each. */
export async function join(): Promise<void> {
  const together = await startBench('bench/join-server.ts')
  const alone = await startBench('bench/join-server.ts', { ROWS_PER_COMMIT: '1' })
  for (const server of [together, alone]) await load(server, { connections: 16, requests: 2_000, kind: 'join' })
  let atMost = { together: 0, alone: 0, rows: 0 }
  for (const connections of [1, 16, 64]) {
    const count = connections === 1 ? requests / 4 : requests
    const rowsBefore = await metric(together, 'signup_commit_rows_sum')
    const commitsBefore = await metric(together, 'signup_commit_rows_count')
    const ours = await load(together, { connections, requests: count, kind: 'join' })
    const rows = (await metric(together, 'signup_commit_rows_sum') - rowsBefore) / (await metric(together, 'signup_commit_rows_count') - commitsBefore)
    const each = await load(alone, { connections, requests: count, kind: 'join' })
    console.log(`${connections} connections: ${ours.perSecond.toFixed(0)}/s (p99 ${ours.p99.toFixed(1)} ms, ${ours.cpuMicros.toFixed(0)} us CPU, ${rows.toFixed(1)} rows a commit); one commit each ${each.perSecond.toFixed(0)}/s (p99 ${each.p99.toFixed(1)} ms, ${each.cpuMicros.toFixed(0)} us)${ours.refused + each.refused > 0 ? `, REFUSED ${ours.refused + each.refused}` : ''}`)
    atMost = { together: ours.perSecond, alone: each.perSecond, rows }
  }
  await Promise.all([together.stop(), alone.stop()])
  claim('rows a commit at 64 connections', atMost.rows, atMost.rows >= 20, 'at least 20')
  claim('throughput against one commit each at 64 connections', atMost.together / atMost.alone, atMost.together >= 2 * atMost.alone, 'at least 2x')
}
