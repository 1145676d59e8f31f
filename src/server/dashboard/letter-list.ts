import type { LetterRow } from '#contract/letter-screens.ts'
import { readLetterCounts } from '#server/letters/counts.ts'
import { countAudience, everyone } from '#server/letters/audience.ts'
import { listLetters, readLetter, type Letter, type ListedLetter } from '#server/letters/letter.ts'
import type { Db } from '#server/db/open.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ScreenHandler } from './guard.ts'
import type { SignedIn } from './sessions.ts'
import type { DashboardDeps } from './dashboard-deps.ts'
import { seeOther } from '#server/http/answers.ts'

/** An operator writes a few letters a month. */
const mostListed = 200

/** LETTER-1: every letter, the newest first. */
export const lettersScreen =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const { db } = deps.store
    const listed = await listLetters(db, { most: mostListed + 1 })
    const letters: LetterRow[] = []
    for (const letter of listed.slice(0, mostListed)) letters.push(await rowOf(db, letter))
    return deps.screens.show(request, reply, who, {
      screen: 'letters',
      letters,
      count: await countAudience(db, everyone),
      isMore: listed.length > mostListed,
    })
  }

async function rowOf(db: Db, letter: ListedLetter): Promise<LetterRow> {
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
export const letterIn = (
  request: FastifyRequest,
  { store }: DashboardDeps,
): Promise<Letter | null> => readLetter(store.db, (request.params as { id: string }).id)

export const showNoLetter = (
  request: FastifyRequest,
  reply: FastifyReply,
  who: SignedIn,
  { screens }: DashboardDeps,
) => screens.show(request, reply, who, { screen: 'not-found' })

export const redirectTo = (reply: FastifyReply, path: string) => seeOther(reply, path)
