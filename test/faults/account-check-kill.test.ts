import { expect, test } from 'vitest'
import { readPause } from '#server/delivery/queue-pause.ts'
import { openStore } from '#server/db/open.ts'
import { endMailLeases } from '#test/drained.ts'
import { reservePort } from '#test/reserved-port.ts'
import { freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { addListed, sentLetter } from '#test/letters.ts'
import { silentLog } from '#test/silent-log.ts'
import { spawnServer, untilReady } from '#test/server-process.ts'
import { openMailServer } from '#test/smtp.ts'

const suspended = '550 Your account has been suspended'
const waitMs = 90_000
const others = 15
const servers = { sqlite: 1, postgres: 2 }

/**
 * One domain answers that our account is suspended, and the server that asks another domain about it
 * is killed before that answers. On Postgres a second server starts meanwhile, and both are killed.
 */
test.each(storeEngines)(
  '[MAIL-1] kill -9 on %s while a probe is under way: the check ends, mail goes on, and no mail is dead',
  async (engine) => {
    const { where, ...first } = await freshStore(engine)
    // The first mails of all connections go to the domain that answers so.
    const people = Array.from({ length: 40 + others }, (_, n) => ({
      id: `p${String(n).padStart(2, '0')}`,
      email: `sanne${n}@${n < 40 ? 'team.example' : 'gmail.com'}`,
    }))
    await addListed(first, people)
    await sentLetter(first, Date.now())
    await first.close()
    const asked: string[] = []
    const smtp = await openMailServer({
      recipient(to) {
        asked.push(to)
        return to.endsWith('@team.example') ? suspended : undefined
      },
    })
    const start = async () =>
      untilReady(
        spawnServer({
          PORT: String(await reservePort()),
          LIMITS: 'off',
          PUBLIC_URL: 'http://localhost:3000',
          SMTP_URL: smtp.url,
          SECRET_KEY: testSecret,
          ...('databaseUrl' in where
            ? { DATABASE_URL: where.databaseUrl }
            : { DATA_DIR: where.dataDir }),
        }),
      )
    const { promise: never, resolve: die } = Promise.withResolvers<void>()
    smtp.beforeAnswer = () => never
    const running = [await start()]
    const store = await openStore(where, { log: silentLog, role: 'command' })
    await expect
      .poll(() => asked.filter((to) => to.endsWith('@gmail.com')).length, { timeout: waitMs })
      .toBe(1)
    while (running.length < servers[engine]) running.push(await start())
    expect((await readPause(store.db))?.by).toBe('checking')
    for (const server of running) await server.kill()
    smtp.beforeAnswer = async () => {}
    die()
    await endMailLeases(store)

    const last = await start()
    const received = () => new Set(smtp.received.flatMap(({ to }) => to)).size
    await expect.poll(received, { timeout: waitMs }).toBe(others)
    const states = await store.db.selectFrom('outbox').select(['email', 'state']).execute()
    await store.close()
    await last.kill()
    expect(states.filter(({ state }) => !['due', 'sending', 'sent'].includes(state))).toEqual([])
    expect(
      states.filter(({ email, state }) => email.endsWith('@team.example') && state === 'sent'),
    ).toEqual([])
  },
  3 * waitMs,
)
