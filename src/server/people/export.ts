import { open, type FileHandle } from 'node:fs/promises'
import { keptAsJson, type KeptPerson } from '#contract/kept.ts'
import type { PersonState } from '#contract/waitlist.ts'
import { notDone } from '#server/command.ts'
import type { Db } from '#server/store/open.ts'
import { byteOrderMark, csvLine } from './csv.ts'
import { keptOfAll } from './kept-people.ts'

const pageSize = 500

/**
 * Writes those in these states to a new file for this user's eyes alone, page by page: the memory of one page, whatever the
 * length of the list. What signs up meanwhile may be missing. Returns the exit code.
 */
export async function exportPeople(db: Db, path: string, states: readonly PersonState[], print: (line: string) => void): Promise<number> {
  const format = formats.find(({ ending }) => path.endsWith(ending))
  if (!format) return notDone(print, `${path} ends neither in .csv nor in .jsonl: name a file that does.`)
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => error.code ?? error.message)
  if (typeof file === 'string') return notDone(print, `${path} cannot be written (${file}): name a new file in a folder that is there.`)
  try {
    await file.write(format.head)
    print(`Written to ${path}: ${await writePages(db, file, states, format.line)} people.`)
    return 0
  } finally {
    await file.close()
  }
}

async function writePages(db: Db, file: FileHandle, states: readonly PersonState[], line: (kept: KeptPerson) => string): Promise<number> {
  for (let written = 0, after = ''; ;) {
    // Asked for by state, SQLite would sort the whole list for each page.
    const page = await db.selectFrom('people').selectAll().where('id', '>', after).orderBy('id').limit(pageSize).execute()
    if (page.length === 0) return written
    const people = page.filter(({ state }) => states.includes(state))
    await file.write((await keptOfAll(db, people)).map(line).join(''))
    written += people.length
    after = page.at(-1)!.id
  }
}

const columns = ['email', 'state', 'placement', 'source', 'joined_at', 'confirmed_at', 'left_at', 'consent_version', 'consent_wording', 'consent_placement', 'consent_source', 'consent_given_at']

const formats = [
  { ending: '.csv', head: byteOrderMark + csvLine(columns), line: csvLineOf },
  { ending: '.jsonl', head: '', line: (kept: KeptPerson) => `${keptAsJson(kept)}\n` },
] as const

function csvLineOf({ email, state, placement, source, joinedAt, confirmedAt, leftAt, consents }: KeptPerson): string {
  const last = consents.at(-1)
  const consent = last ? [last.version, last.wording, last.placement, last.source ?? '', timeOf(last.givenAt)] : ['', '', '', '', '']
  return csvLine([email, state, placement, source, timeOf(joinedAt), timeOf(confirmedAt), timeOf(leftAt), ...consent])
}

const timeOf = (atMs: number | null) => (atMs === null ? '' : new Date(atMs).toISOString())
