import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { resolve } from 'node:path'
import type { Targets } from './hostile-requests.ts'
import type { Order, Outcome } from './hostile-sender.ts'

export type HostileReport = {
  /** hostile requests a second that the server answers when it has nothing else to do */
  most: number
  attack: Outcome
  /** visitors who join while nobody attacks, and others while somebody does */
  alone: Outcome
  attacked: Outcome
  /** of everybody who joined */
  emails: string[]
}

const sender = resolve(import.meta.dirname, 'hostile-sender.ts')
const names = ['sanne', 'daan', 'emma', 'lucas', 'noor', 'milan', 'fleur', 'thijs']
const hostilePerHonest = 100
/** A median of fewer says little, one of more hardly anything else. */
const enough = 100
const networksForged = 16

/**
 * Measures how many hostile requests the server answers, then sends `requests` of them at half of
 * that while visitors join. The server must take the client's network from X-Forwarded-For. Others
 * join beforehand, at the same pace, unattacked.
 */
export async function hostileLoad(
  port: number,
  { requests, seed }: { requests: number; seed: number },
): Promise<HostileReport> {
  const honest = Math.max(enough, Math.ceil(requests / hostilePerHonest))
  const visitors = Array.from({ length: 1 + enough + honest }, (_, n) => ({
    email: `${names[n % names.length]}@home${n}.example`,
    from: `${11 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}.7`,
  }))
  const first = visitors[0]!
  await send({ port, what: 'honest', connections: 1, count: 1, visitors: [first] })
  const targets: Targets = {
    known: first.email,
    forge: visitors.slice(-networksForged).map(({ from }) => from),
  }
  const hostile = { port, what: 'hostile', connections: 32, targets } as const
  await send({ ...hostile, count: Math.ceil(requests / 8), seed: seed + 1 })
  const { perSecond: most } = await send({
    ...hostile,
    count: Math.ceil(requests / 4),
    seed: seed + 2,
  })

  const perSecond = most / 2
  const join = (some: typeof visitors) =>
    send({
      port,
      what: 'honest',
      connections: 256,
      count: some.length,
      perSecond: (honest / requests) * perSecond,
      visitors: some,
    })
  const alone = await join(visitors.slice(1, 1 + enough))
  const [attack, attacked] = await Promise.all([
    send({ ...hostile, connections: 256, count: requests, perSecond, seed }),
    join(visitors.slice(1 + enough)),
  ])
  return { most, attack, alone, attacked, emails: visitors.map(({ email }) => email) }
}

/**
 * How often an honest visitor was not let in: neither 200, nor 201 for a quiz result, nor the
 * form's 303.
 */
export const refusedOf = ({ statuses }: Outcome): number =>
  Object.entries(statuses).reduce(
    (sum, [status, count]) => (['200', '201', '303'].includes(status) ? sum : sum + count),
    0,
  )

export function sayHostile({ most, attack, alone, attacked }: HostileReport): string {
  const answers = Object.entries(attack.statuses)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')
  const half = `hostile: ${most.toFixed(0)}/s answered at most, sent at ${attack.perSecond.toFixed(0)}/s (${answers})`
  return `${half}; honest visitors' median ${alone.p50.toFixed(2)} ms without and ${attacked.p50.toFixed(2)} ms with the attack, ${(attacked.p50 / alone.p50).toFixed(2)}x (p99 ${alone.p99.toFixed(1)} and ${attacked.p99.toFixed(1)} ms)`
}

async function send(order: Order): Promise<Outcome> {
  const child = spawn(process.execPath, [sender], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(order))
  return JSON.parse(await text(child.stdout)) as Outcome
}
