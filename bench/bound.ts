/** Microseconds of CPU a piece of work; `servers` has one for each process. */
export type Spent = { perSecond: number; servers: readonly number[]; postgres: number; clientMicros: number }

const full = 0.85

/** What bounds a throughput, told by how busy each process kept a core while it was reached. */
export function boundOf({ perSecond, servers, postgres, clientMicros }: Spent, cores: number): string {
  const busy = (micros: number) => (micros * perSecond) / 1e6
  const each = servers.map(busy)
  const total = each.reduce((sum, one) => sum + one, 0) + busy(postgres) + busy(clientMicros)
  const shares = `servers ${each.map(percent).join(', ')}, Postgres ${percent(busy(postgres))} and the load ${percent(busy(clientMicros))} of a core`
  return `${shares}; ${reason({ total: total / cores, server: Math.max(...each), load: busy(clientMicros) }, cores)}.`
}

function reason({ total, server, load }: { total: number; server: number; load: number }, cores: number): string {
  if (total >= full) return `together ${percent(total)} of the machine's ${cores} cores, which are what bounds it`
  if (server >= full) return 'the one core that a server process can use is what bounds it'
  if (load >= full) return 'the process that makes the load is what bounds it'
  return `together ${percent(total)} of the machine's ${cores} cores: what bounds it is waiting, for commits to be on the disk, for each other's rows, or for what else runs on the machine`
}

const percent = (share: number) => `${Math.round(share * 100)} %`
