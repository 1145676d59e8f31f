import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readBounceMailbox } from '#server/config/formats.ts'
import { openMailboxReader } from '#server/bounces/read-mailbox.ts'
import { openStore } from '#server/db/open.ts'
import type { StoreLocation } from '#server/db/store.ts'
import { openMailTokens } from '#server/outbox/mail-tokens.ts'
import { cleanUpAfterFile } from '#test/after-file.ts'
import { openDovecot } from '#test/dovecot.ts'
import { queueTo } from '#test/mailbox.ts'
import { reportMail } from '#test/report-mails.ts'
import { silentLog } from '#test/silent-log.ts'
import { claim } from './measure.ts'
import { startBenchPostgres } from './postgres.ts'
import type { Series } from './report.ts'

const reports = 2_000
const formats = ['postfix', 'gmail', 'exim-plain', 'qmail', 'outlook-full']
const secret = 'a-secret-for-benches-that-is-long-enough'

/** Delivery reports in a mailbox of a real IMAP server, from the connection to the last that is moved. */
export async function reportsRead(): Promise<Series[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ascend-bench-'))
  const all = [{ label: 'on SQLite', value: await readAll({ dataDir }) }]
  rmSync(dataDir, { recursive: true })
  const postgres = await startBenchPostgres()
  if (postgres) {
    const { DATABASE_URL } = await postgres.freshDatabase('reports')
    all.push({ label: 'on Postgres', value: await readAll({ databaseUrl: DATABASE_URL }) })
    await postgres.stop()
  }
  await cleanUpAfterFile()
  for (const { label, value } of all)
    claim(`delivery reports a second ${label}`, value, value >= 50, 'at least 50')
  const values = [...all, { label: 'promised at least', value: 50 }]
  return [{ title: 'Delivery reports, read, applied and moved', unit: 'a second', values }]
}

async function readAll(where: StoreLocation): Promise<number> {
  const store = await openStore(where, {
    log: silentLog,
    role: 'server',
    journalKey: () => secret,
  })
  const tokens = openMailTokens([secret])
  const { url, deliver, count } = (await openDovecot()).newMailbox()
  for (let n = 0; n < reports; n++) {
    const email = `athlete${n}@team${n}.example`
    await queueTo(store, email, 'welcome', 'confirmed', Date.now())
    const { id } = await store.db
      .updateTable('outbox')
      .set({ state: 'sent' })
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirstOrThrow()
    const about = { token: tokens.tokenOf(id), messageId: `<${id}@fuel.example>`, email }
    deliver(reportMail(formats[n % formats.length]!, about))
  }
  const mailbox = readBounceMailbox(url)
  const reader = openMailboxReader({ store, mailbox, tokens, log: silentLog, now: Date.now })
  const start = performance.now()
  await reader.read()
  const seconds = (performance.now() - start) / 1_000
  if (count() > 0) throw new Error(`${count()} reports were not read`)
  await store.close()
  return reports / seconds
}
