/**
 * Microseconds of CPU that a piece of work costs each process of this name. `spreads`: one of them
 * can use several cores, as Postgres does.
 */
export type Part = { name: string; micros: readonly number[]; spreads?: true }

const full = 0.85

/** The part that limits a throughput, found by how busy each part kept a core meanwhile. */
export function boundOf(perSecond: number, parts: readonly Part[], cores: number): string {
  const busy = parts.map((part) => ({
    ...part,
    shares: part.micros.map((micros) => (micros * perSecond) / 1e6),
  }))
  const total = sum(busy.flatMap(({ shares }) => shares)) / cores
  const alone = busy.find(({ spreads, shares }) => !spreads && Math.max(...shares) >= full)
  const told = busy
    .map(({ name, shares }) => `${name} ${shares.map(percent).join(' and ')}`)
    .join(', ')
  return `${told} of a core, together ${percent(total)} of the machine's ${cores} cores: ${reason(total, alone?.name)}.`
}

function reason(total: number, alone: string | undefined): string {
  if (total >= full) return 'these are what bounds it'
  if (alone) return `the one core that ${alone} can use is what bounds it`
  return 'what bounds it is waiting, for commits to be on the disk, for each other, or for what else runs on the machine'
}

export const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0)

const percent = (share: number) => `${Math.round(share * 100)} %`
