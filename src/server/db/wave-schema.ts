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
 * LINE-8. `size`: spots, each held by one person at a time. `quiz_type`: only people of this type
 * are invited; empty for everybody. A spot that is passed on lasts as long as from `invited_at` to
 * `until`.
 */
export type WavesTable = {
  id: string
  number: number
  size: number
  quiz_type: string
  invited_at: number
  until: number
  invited_by: string
}

/**
 * One invitation. `order` and `place`: the person's at that moment. `code_hash`: SHA-256 (hex) of
 * the code. `person_id` is null once the person is erased. `came`: it is the person's for good.
 * `passed`: the person let it pass. `used_at`: when a shop reported the code; null where none did.
 */
export type WaveSpotsTable = {
  id: string
  wave_id: string
  person_id: string | null
  order: number
  place: number
  code_hash: string
  state: SpotState
  invited_at: number
  until: number
  ended_at: number | null
  used_at: number | null
}

export const waveTables = [
  `create table waves (
    id text primary key,
    number integer not null unique,
    size integer not null,
    quiz_type text not null,
    invited_at integer not null,
    until integer not null,
    invited_by text not null
  ) strict`,

  `create table wave_spots (
    id text primary key,
    wave_id text not null,
    person_id text,
    "order" integer not null,
    place integer not null,
    code_hash text not null unique,
    state text not null,
    invited_at integer not null,
    until integer not null,
    ended_at integer,
    used_at integer
  ) strict`,
  'create index wave_spots_by_state on wave_spots (wave_id, state)',
  'create index wave_spots_by_wave on wave_spots (wave_id, id)',
  'create index wave_spots_by_person on wave_spots (person_id)',
  `create index wave_spots_by_end on wave_spots (until) where state = 'invited'`,
]
