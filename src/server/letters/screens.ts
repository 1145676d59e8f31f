import { letterPath, letterPaths } from '#contract/letters/screens.ts'
import { navigation } from '#contract/dashboard/navigation.ts'
import type { Db } from '#server/db/store.ts'
import { pageOf } from '#server/http/list.ts'
import type { LoaderDeps, ScreenRoute } from '#server/http/loader.ts'
import { countAudience, everyone } from './audience.ts'
import { loadLetter, loadNewLetter } from './compose-screen.ts'
import { readLetterCounts, listLetters, type ListedLetter } from './letter.ts'
import {
  askLetterTest,
  letterPreviewBody,
  loadLetterPreview,
  sendLetterTest,
} from './preview-screen.ts'
import { askToSend, sendLetter } from './send-screen.ts'
import { loadUndelivered } from './undelivered-screen.ts'

/** An operator writes a few letters a month. */
const mostListed = 200

/** LETTER-1: every letter, the newest first. */
export async function loadLetters({ store: { db } }: LoaderDeps) {
  const { rows, isMore } = pageOf(await listLetters(db, { most: mostListed + 1 }), mostListed)
  const letters = []
  for (const letter of rows) letters.push(await rowOf(db, letter))
  return { screen: 'letters' as const, letters, count: await countAudience(db, everyone), isMore }
}

/** `people`: how many the letter is for; null for a draft. */
async function rowOf(db: Db, letter: ListedLetter) {
  const { id, subject, state, pausedBy } = letter
  const { total } = await readLetterCounts(db, id)
  const people = state === 'draft' ? null : total.queued
  return { id, subject, state, pausedBy, at: timeOf(letter), people, counts: total }
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

/** `routes.ts` of the dashboard adds the form of a letter, which has a limit of its own. */
export const letterScreens = [
  [navigation.letters.path, loadLetters],
  [letterPaths.new, loadNewLetter, 'operator'],
  [letterPath(':id'), loadLetter],
  [letterPaths.preview(':id'), loadLetterPreview],
  [letterPaths.previewBody(':id'), letterPreviewBody],
  [letterPaths.undelivered(':id'), loadUndelivered],
  [letterPaths.test(':id'), askLetterTest, 'operator'],
  [letterPaths.send(':id'), askToSend, 'operator'],
] as const satisfies readonly ScreenRoute[]

export const letterForms = [
  [letterPaths.test(':id'), sendLetterTest],
  [letterPaths.send(':id'), sendLetter],
] as const satisfies readonly ScreenRoute[]
