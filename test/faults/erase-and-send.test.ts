import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { consents } from '#campaign'
import { claimMails } from '#server/delivery/claim.ts'
import { openRecorder } from '#server/delivery/record.ts'
import { openStore } from '#server/db/open.ts'
import { type Store } from '#server/db/store.ts'
import { erase } from '#server/signup/erasure.ts'
import { joinAll } from '#server/signup/sign-up.ts'
import { testSecret } from '#test/fresh-store.ts'
import { noon } from '#test/mailbox.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { startPostgres } from '#test/postgres.ts'
import { silentLog } from '#test/silent-log.ts'
import { timeLimits } from '#test/time-limits.ts'

/**
 * As long as Postgres lets two wait for each other before it ends one, where nobody has set another
 * time.
 */
const deadlockTimeout = '1s'

test('while mails are claimed and recorded without a pause, all 200 erasures succeed, without a deadlock', async () => {
  const server = await startPostgres({ settings: { deadlock_timeout: deadlockTimeout } })
  const store = await openStore(
    { databaseUrl: server.url },
    { log: silentLog, role: 'server', timeLimits },
  )
  try {
    const emails = Array.from({ length: 200 }, (_, n) => `athlete${n}@gmail.com`)
    await store.transact((trx) =>
      joinAll(
        trx,
        emails.map((email) => ({
          email,
          placement: 'hero',
          source: '',
          consent: consents[0],
          charges: null,
          network: `network ${email}`,
        })),
        'double',
        noon,
      ),
    )
    const recorder = openRecorder(
      store,
      () => noon,
      () => 1,
    )
    const erasing = new AbortController()
    let claimed = 0
    const send = async () => {
      while (!erasing.signal.aborted) {
        const { mails } = await claimMails(
          store,
          {
            secretKey: testSecret,
            most: 25,
            mailsPerHour: 1_000_000,
            paced: true,
            host: 'fuel.example',
            sequence: null,
          },
          noon,
        )
        claimed += mails.length
        // Refused for good, which silences the person; or for now, so that there is always
        // something to claim.
        // An outcome that a slow machine does not write down in time leaves its mail claimed.
        await Promise.allSettled(
          mails.map((mail, index) =>
            recorder.add({
              mail,
              outcome:
                index % 5 === 0
                  ? {
                      row: { state: 'dead', bounce: 'hard', reason: '550 5.1.1 nobody' },
                      signal: { says: 'mail refused' },
                    }
                  : {
                      row: { state: 'due', dueAt: noon, attempts: 0, reason: '451 later' },
                      signal: { says: 'mail refused' },
                    },
            }),
          ),
        )
      }
    }
    const sending = [send(), send()]
    const outcomes: PromiseSettledResult<boolean>[] = []
    for (let from = 0; from < emails.length; from += 4)
      outcomes.push(
        ...(await Promise.allSettled(
          emails.slice(from, from + 4).map((email) =>
            erase(
              store,
              async () => email,
              testSecret,
              () => noon,
            ),
          ),
        )),
      )
    erasing.abort()
    await Promise.all(sending)
    recordMeasurement(`${claimed} mails were claimed beside ${outcomes.length} erasures`)
    expect(
      outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [String(outcome.reason)] : [],
      ),
    ).toEqual([])
    expect(await store.db.selectFrom('people').select('id').execute()).toEqual([])
    expect(await deadlocks(store)).toBe(0)
  } finally {
    await store.close()
    await server.stop()
  }
})

/** That Postgres has ended: each cost a second, for which all other erasures waited too. */
async function deadlocks({ db }: Store): Promise<number> {
  const {
    rows: [row],
  } = await sql<{
    deadlocks: number
  }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(db)
  return row!.deadlocks
}
