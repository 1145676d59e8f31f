import { operatorTimeInWords } from '#contract/operator-times.ts'
import type { Doubt, StoredClock } from './clock-doubt.ts'

export const iso = (ms: number): string => new Date(ms).toISOString()

/** What waits while a clock is doubtful. The jobs of the kind 'calendar' do it (jobs.ts). */
export const held =
  'deleting expired data, the erasure of the list, waves and spots, rewards, credits, mails of sequences and about friends, the start of letters, mails of a list that opens again, and planned changes of the launch'

export const remedy = `If the clock is right, run npm run retention -- approve; otherwise set it. Work goes on within a minute of either, and by itself ${operatorTimeInWords('doubtEnds')} after the doubt began, unless another server has a trusted clock.`

export type DescribedDoubt = { server: string; sinceMs: number; text: string }

/** One text for each server whose clock is doubtful. */
export const describeDoubts = (clock: StoredClock | null): DescribedDoubt[] =>
  Object.entries(clock?.doubts ?? {}).map(([server, doubt]) => ({
    server,
    sinceMs: doubt.since,
    text: describeDoubt(server, doubt),
  }))

const describeDoubt = (server: string, { since, at }: Doubt): string =>
  `The clock of the server ${server} is doubtful since ${iso(since)}, the last trusted time: it said ${iso(at)}. On this server these wait: ${held}. Pages show what was true at the last trusted time. Sign-ups and their mails go on, and nothing is lost. ${remedy}`
