import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseMessage } from '#server/bounces/handle-message.ts'
import { readMessage } from '#server/bounces/read-message.ts'
import { kindOfMeaning } from '#server/bounces/reports.ts'

/** Where the collection is; throws an error that says how to get it. */
export type Corpus = { mails: string; tests: string }

/**
 * `theirs`: what Sisimai's tests say of the first recipient. `doubtful`: refused by a filter of the
 * recipient or suspended, which servers also say of unknown users. `other`: any other refusal.
 */
export type Compared = {
  name: string
  theirs: 'hard' | 'doubtful' | 'other' | 'no refusal'
  reason: string
  ours: string
}

/**
 * The folder holds clones of sisimai/set-of-emails (mails) and sisimai/p5-sisimai (tests, which have
 * the verdicts), or is one of the two and lies beside the other.
 */
export function findCorpus(folder: string): Corpus {
  const mails = firstOf(folder, ['set-of-emails', '.', '../set-of-emails'], 'maildir/bsd')
  const tests = firstOf(folder, ['p5-sisimai', '.', '../p5-sisimai'], 't')
  if (mails && tests) return { mails, tests }
  throw new Error(
    `${folder} has no ${mails ? 'tests with the verdicts' : 'mails'}. Clone github.com/sisimai/set-of-emails and github.com/sisimai/p5-sisimai into one folder, and name that folder.`,
  )
}

const firstOf = (folder: string, places: readonly string[], part: string): string | undefined =>
  places.map((place) => join(folder, place, part)).find((path) => existsSync(path))

/** Each mail that has a verdict, read as if it had been sent to the address of a mail of ours. */
export async function compareCorpus({ mails, tests }: Corpus): Promise<Compared[]> {
  const verdicts = readVerdicts(tests)
  const names = readdirSync(mails).map((file) => basename(file, '.eml'))
  const compared: Compared[] = []
  for (const name of names.filter((one) => verdicts.has(one)).toSorted()) {
    const { reason, hard } = verdicts.get(name)!
    const ours = await readAs(readFileSync(join(mails, `${name}.eml`)))
    compared.push({ name, theirs: theirsOf(reason, hard), reason, ours })
  }
  return compared
}

async function readAs(raw: Uint8Array): Promise<string> {
  const message = await readMessage(raw)
  if (!message) return 'unread'
  const parsed = parseMessage(message)
  if (parsed.is === 'other') return 'left for a person'
  return parsed.is === 'bounce' ? kindOfMeaning(parsed.meaning) : parsed.is
}

type Verdict = { reason: string; hard: boolean }

/**
 * The tests have rows like `'01' => [['5.1.1', '550', 'userunknown', 1]]`, a list for each mail with
 * one entry for each recipient, and a list of mails that they skip.
 */
export function readVerdicts(tests: string): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>()
  const skipped = new Set<string>()
  for (const file of readdirSync(tests)) {
    const path = join(tests, file)
    if (!/\.t$|-code$/.test(file)) continue
    const text = readFileSync(path, 'utf8')
    for (const [name] of (/'public'\s*=>\s*\[([^\]]*)\]/.exec(text)?.[1] ?? '').matchAll(/[\w-]+/g))
      skipped.add(name)
    const engine = /\$enginename = '(\w+)'/.exec(text)?.[1]?.toLowerCase()
    if (engine === undefined) continue
    const [, prefix = ''] = /-([lr]host-)/.exec(file) ?? []
    for (const [, index, rows] of text.matchAll(/'(\d+)'\s*=>\s*\[(\[.*?\])\],/gs)) {
      const [, reason = '', hard] = /\[(?:'[^']*',\s*){2}'(\w+)',\s*(\d)/.exec(rows!) ?? []
      verdicts.set(`${prefix}${engine}-${index}`, { reason, hard: hard === '1' })
    }
  }
  for (const name of skipped) verdicts.delete(name)
  return verdicts
}

function theirsOf(reason: string, hard: boolean): Compared['theirs'] {
  if (hard) return 'hard'
  if (reason === 'filtered' || reason === 'suspend') return 'doubtful'
  return ['feedback', 'vacation', 'delivered'].includes(reason) ? 'no refusal' : 'other'
}
