import type { SpotState } from '#contract/waves.ts'

/**
 * The tables of waves: invitations of the first people of the line (LINE-8). They refer to people as
 * those of the line do.
 */
export type WaveSchema = {
  waves: WavesTable
  wave_spots: WaveSpotsTable
}

/**
 * LINE-8. `size`: spots, each held by one person at a time. `quizType`: only people of this type
 * are invited; empty for everybody. A spot that is passed on lasts as long as from `invitedAt` to
 * `until`.
 */
export type WavesTable = {
  id: string
  number: number
  size: number
  quizType: string
  invitedAt: number
  until: number
  invitedBy: string
}

/**
 * One invitation. `order` and `place`: the person's at that moment. `codeHash`: SHA-256 (hex) of
 * the code. `personId` is null once the person is erased. `came`: it is the person's for good.
 * `passed`: the person let it pass. `usedAt`: when a shop reported the code; null where none did.
 */
export type WaveSpotsTable = {
  id: string
  waveId: string
  personId: string | null
  order: number
  place: number
  codeHash: string
  state: SpotState
  invitedAt: number
  until: number
  endedAt: number | null
  usedAt: number | null
}

export const waveTables = [
  `create table waves (
    id text primary key,
    number integer not null unique,
    size integer not null,
    "quizType" text not null,
    "invitedAt" integer not null,
    until integer not null,
    "invitedBy" text not null
  ) strict`,

  `create table wave_spots (
    id text primary key,
    "waveId" text not null,
    "personId" text,
    "order" integer not null,
    place integer not null,
    "codeHash" text not null unique,
    state text not null,
    "invitedAt" integer not null,
    until integer not null,
    "endedAt" integer,
    "usedAt" integer
  ) strict`,
  'create index wave_spots_by_state on wave_spots ("waveId", state)',
  'create index wave_spots_by_wave on wave_spots ("waveId", id)',
  'create index wave_spots_by_person on wave_spots ("personId")',
  `create index wave_spots_by_end on wave_spots (until) where state = 'invited'`,
]
