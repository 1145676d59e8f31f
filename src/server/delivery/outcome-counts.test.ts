import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { noon } from '#test/mailbox.ts'
import {
  countEnded,
  outcomesCountedSince,
  outcomesSince,
  readOutcomes,
  type EndedMail,
} from './outcome-counts.ts'

const hour = 3_600_000
const nothingReported = { returned: 0, complained: 0 }
const gmail: EndedMail = { domain: 'gmail.com', outcome: 'accepted' }

describe.each(storeEngines)('%s: outcomes of mails', (engine) => {
  const open = async () => {
    const store = await freshStore(engine)
    const count = (mails: EndedMail[], at = noon) =>
      store.transact((trx) => countEnded(trx, mails, at))
    return { store, count }
  }

  test('[DASH-6] are counted by hour, provider and outcome, the most mails first', async () => {
    const { store, count } = await open()
    await count([gmail, { domain: 'gmx.de', outcome: 'bounced' }])
    await count([gmail, { domain: 'gmx.de', outcome: 'refused' }, gmail], noon + 1)
    await count([gmail], noon - hour)
    expect(await readOutcomes(store.db, noon)).toEqual([
      { provider: 'gmail.com', accepted: 3, bounced: 0, refused: 0, ...nothingReported },
      { provider: 'gmx.de', accepted: 0, bounced: 1, refused: 1, ...nothingReported },
    ])
    expect(await outcomesCountedSince(store.db)).toBe(noon - hour)
  })

  test('[DASH-6] of a domain that may be one person’s are counted without its name', async () => {
    const { store, count } = await open()
    await count([
      { domain: 'sanne.example', outcome: 'accepted' },
      { domain: 'bram.example', outcome: 'accepted' },
    ])
    expect(await store.db.selectFrom('mail_counts').selectAll().execute()).toEqual([
      { hour: noon, provider: 'other', outcome: 'accepted', count: 2 },
    ])
  })

  test('[DASH-6] of 7 days are read from the range of an index', async () => {
    const { store } = await open()
    const { sql: text, parameters } = outcomesSince(store.db, noon - 7 * 24 * hour).compile()
    const query = parameters.reduce<string>(
      (query, value) => query.replace(/\?|\$\d/, String(value)),
      text,
    )
    if (engine === 'postgres') await sql`set enable_seqscan = off`.execute(store.db)
    const explain = engine === 'postgres' ? 'explain' : 'explain query plan'
    const { rows } = await sql.raw(`${explain} ${query}`).execute(store.db)
    expect(JSON.stringify(rows)).toMatch(
      /SEARCH mail_counts USING INDEX \S+ \(hour>\?\)|Index (?:Only )?Scan[^"]* mail_counts|Bitmap Index Scan on mail_counts/,
    )
  })
})
