import type { FastifyRequest } from 'fastify'
import { countAudience, everyone } from '#server/letters/audience.ts'
import { readLetterCounts } from '#server/letters/counts.ts'
import { listLetters, readLetter, type ListedLetter } from '#server/letters/letter.ts'
import type { Db } from '#server/db/store.ts'
import type { LoaderDeps } from './loader.ts'

/** An operator writes a few letters a month. */
const mostListed = 200

/** LETTER-1: every letter, the newest first. */
export async function loadLetters({ store: { db } }: LoaderDeps) {
  const listed = await listLetters(db, { most: mostListed + 1 })
  const letters = []
  for (const letter of listed.slice(0, mostListed)) letters.push(await rowOf(db, letter))
  return {
    screen: 'letters' as const,
    letters,
    count: await countAudience(db, everyone),
    isMore: listed.length > mostListed,
  }
}

/** `people`: how many the letter is for; null for a draft. */
async function rowOf(db: Db, letter: ListedLetter) {
  const { id, subject, state, pausedBy } = letter
  const { total } = await readLetterCounts(db, id)
  const people = state === 'draft' ? null : total.queued
  return { id, subject, state, pausedBy, atMs: timeOf(letter), people, counts: total }
}

/** The time that the letter's state names. */
function timeOf({ state, savedAt, plannedAt, pausedAt, endedAt }: ListedLetter): number {
  const times = {
    draft: savedAt,
    scheduled: plannedAt,
    sending: plannedAt,
    paused: pausedAt,
    stopped: endedAt,
    done: endedAt,
  }
  return times[state] ?? savedAt
}

/** The letter of the path; null if there is none. */
export const letterIn = (request: FastifyRequest, { store }: Pick<LoaderDeps, 'store'>) =>
  readLetter(store.db, (request.params as { id: string }).id)

export const noLetter = { screen: 'not-found' } as const
