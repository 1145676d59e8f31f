import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { moveCommand } from '#server/ops/move.ts'
import { type Migration, migrations } from '#server/db/schema.ts'
import { openStore } from '#server/db/open.ts'
import type { StoreLocation, Store } from '#server/db/store.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import {
  type Engine,
  freshDatabase,
  freshFolder,
  freshStore,
  storeEngines,
  testSecret,
} from '#test/fresh-store.ts'
import { mailScene, noon, queueTo } from '#test/mailbox.ts'
import { operate } from '#test/operator.ts'
import { silentLog } from '#test/silent-log.ts'
import { openMailServer } from '#test/smtp.ts'

const fresh = async (engine: Engine): Promise<StoreLocation> =>
  engine === 'postgres' ? freshDatabase() : { dataDir: freshFolder() }
const peopleIn = async ({ db }: Store) =>
  (await db.selectFrom('people').select('email').execute()).length

test.each(storeEngines)('two workers on one mail on %s, 30 times: it goes once', async (engine) => {
  const store = await freshStore(engine)
  const smtp = await openMailServer()
  const limits = { config: { limits: 'off' as const } }
  const { queue, row, worker } = mailScene(store, smtp.url, limits)
  // One server alone has a data folder; on Postgres each has connections of its own.
  const second = mailScene(
    engine === 'postgres' ? await store.reopen() : store,
    smtp.url,
    limits,
  ).worker
  for (let round = 0; round < 30; round++) {
    const email = `athlete${round}@example.com`
    await queue(email)
    await Promise.all([worker.drain(), second.drain()])
    expect(await row(email)).toMatchObject({ state: 'sent', attempts: 0, ambiguous: 0 })
  }
  expect(smtp.received.map(({ to }) => to[0]).sort()).toEqual(
    Array.from({ length: 30 }, (_, round) => `athlete${round}@example.com`).sort(),
  )
})

test.each(storeEngines)(
  'two moves from one store on %s to two places at once, three times: one carries all, the other says in a sentence why not, and nobody serves both',
  async (engine) => {
    for (let round = 0; round < 3; round++) {
      const source = await freshStore(engine)
      for (let n = 0; n < 30; n++)
        await queueTo(source, `athlete${n}@example.com`, 'confirm', 'unconfirmed', noon)
      await source.close()
      const targets = await Promise.all(
        [0, 1].map(() => fresh(engine === 'postgres' ? 'sqlite' : 'postgres')),
      )
      const env = {
        SECRET_KEY: testSecret,
        ...('dataDir' in source.where
          ? { DATA_DIR: source.where.dataDir }
          : { DATABASE_URL: source.where.databaseUrl }),
      }
      const moves = await Promise.allSettled(
        targets.map((to) =>
          operate(moveCommand, env, `--to ${'dataDir' in to ? to.dataDir : to.databaseUrl}`),
        ),
      )
      const refusals = moves.flatMap((move) =>
        move.status === 'rejected' ? [move.reason as Error] : [],
      )
      expect(refusals).toEqual([expect.any(StartRefused)])
      expect(refusals[0]!.message).toMatch(
        /^(A server runs on .*, or another move or restore: stop it, then move|.* is being moved already: wait until that move ends|.* was moved to .*)\.$/,
      )
      const stores = await Promise.all(
        targets.map((target) => openStore(target, { log: silentLog, role: 'server' })),
      )
      expect(await Promise.all(stores.map(peopleIn))).toEqual(
        moves.map(({ status }) => (status === 'fulfilled' ? 30 : 0)),
      )
      await Promise.all(stores.map((store) => store.close()))
      await expect(openStore(source.where, { log: silentLog, role: 'server' })).rejects.toThrow(
        / was moved to /,
      )
    }
  },
  120_000,
)

/** The next two versions: tables that old programs do not know. */
const next: Migration[] = ['notes', 'marks'].map((name) => ({
  name,
  statements: [
    `create table ${name} (id integer primary key) strict`,
    `insert into ${name} (id) values (1)`,
  ],
}))

test.each(storeEngines)(
  'three programs that migrate one store on %s at once, five times: each step is made once, and what was there stays',
  async (engine) => {
    for (let round = 0; round < 5; round++) {
      const old = await freshStore(engine)
      await queueTo(old, 'sanne@example.com', 'confirm', 'unconfirmed', noon)
      await old.close()
      const roles =
        engine === 'postgres'
          ? (['server', 'server', 'command'] as const)
          : (['server', 'command', 'command'] as const)
      const openings = await Promise.allSettled(
        roles.map((role) => old.reopen({ role, migrations: [...migrations, ...next] })),
      )
      // On SQLite a process that starts during a migration is refused with a message.
      for (const opening of openings)
        if (opening.status === 'rejected')
          expect([engine, opening.reason]).toEqual(['sqlite', expect.any(StartRefused)])
      const opened = openings.flatMap((opening) =>
        opening.status === 'fulfilled' ? [opening.value] : [],
      )
      expect(opened.length).toBeGreaterThanOrEqual(engine === 'postgres' ? roles.length : 1)
      for (const { db } of opened)
        expect(
          await db
            .selectFrom('migrations')
            .select('name')
            .where('id', '>', migrations.length)
            .orderBy('id')
            .execute(),
        ).toEqual([{ name: 'notes' }, { name: 'marks' }])
      expect(await Promise.all(opened.map(peopleIn))).toEqual(opened.map(() => 1))
      await Promise.all(opened.map((store) => store.close()))
      if ('dataDir' in old.where)
        expect(readdirSync(join(old.where.dataDir, 'backups'))).toHaveLength(1)
    }
  },
)
