import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { sumTable, tablesOf } from '#server/db/move.ts'
import { tableNames } from '#server/db/migrate.ts'
import { ourTables } from '#server/db/schema.ts'
import { writeMeta } from '#server/db/meta.ts'
import { nameOf, type StoreLocation, type Store } from '#server/db/store.ts'
import { openStore } from '#server/db/open.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import { moveOfferEnd } from '#server/offers/offers.ts'
import { joinAll } from '#server/signup/sign-up.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { drawLink } from '#test/draw-link.ts'
import {
  type Engine,
  freshDatabase,
  freshFolder,
  freshStore,
  storeEngines,
  testSecret,
} from '#test/fresh-store.ts'
import { operate } from '#test/operator.ts'
import { runSql } from '#test/postgres.ts'
import { silentLog } from '#test/silent-log.ts'
import { moveCommand } from './move.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')

/** People with everything that is kept of them, more than one page of rows. */
async function fill(store: Store, count = 1_500) {
  const joining = (n: number) => ({
    email: `athlete${n}@example.com`,
    placement: 'hero',
    source: 'Zürich "42"\n',
    consent: campaign.consents[0]!,
    charges: [{ key: `network ${n}`, budget: { atOnce: 1, everyMs: 1 } }],
  })
  for (let start = 0; start < count; start += 250)
    await store.transact((trx) =>
      joinAll(
        trx,
        Array.from({ length: 250 }, (_, n) => joining(start + n)),
        'double',
        noon + start,
      ),
    )
  const people = await store.db.selectFrom('people').select('id').limit(20).execute()
  for (const { id } of people) {
    await drawLink(store.db, 'unsubscribe', id, noon)
    const result = { id: randomUUID(), personId: id, performance_type: 'focus' as const }
    await store.db
      .insertInto('quiz_results')
      .values({
        ...result,
        idempotencyKey: null,
        createdAt: noon,
        primary_score: 9,
        scores: '{}',
        answers: '{}',
        result_data: '{"title":"Énergie"}',
        sequenceDueAt: noon,
      })
      .execute()
    await store.db
      .insertInto('sequences')
      .values({
        quizResultId: result.id,
        personId: id,
        performance_type: 'focus',
        state: 'active',
        startedAt: noon,
      })
      .execute()
  }
  await store.db
    .insertInto('mail_counts')
    .values([
      { hour: noon, provider: 'other', outcome: '', count: 3 },
      { hour: noon, provider: 'other', outcome: 'é', count: 4 },
    ])
    .execute()
  await store.transact((trx) => confirmPerson(trx, people[0]!.id, noon))
  await store.transact((trx) =>
    moveOfferEnd(trx, { offer: 'exit', endsAt: noon * 2, by: 'shell' }, noon),
  )
  await store.db.updateTable('mail_queue').set({ probedDomains: '["example.com"]' }).execute()
  await store.db.insertInto('meta').values({ key: 'greeting', value: 'hello' }).execute()
}

const fresh = async (engine: Engine): Promise<StoreLocation> =>
  engine === 'postgres' ? freshDatabase() : { dataDir: freshFolder() }
const other = (engine: Engine) => (engine === 'postgres' ? 'sqlite' : 'postgres')
const envOf = (where: StoreLocation): Record<string, string> => ({
  SECRET_KEY: testSecret,
  ...('dataDir' in where ? { DATA_DIR: where.dataDir } : { DATABASE_URL: where.databaseUrl }),
})
const toOf = (where: StoreLocation) =>
  `--to ${'dataDir' in where ? where.dataDir : where.databaseUrl}`
const opened = (where: StoreLocation, role: 'server' | 'mover' = 'server') =>
  openStore(where, { log: silentLog, role })

/** The stored rows, table by table, as count and checksum. */
async function sumsOf(where: StoreLocation, sqlite: StoreLocation) {
  const [store, described] = [await opened(where, 'mover'), await freshStore('sqlite')]
  const sums = await Promise.all(
    (await tablesOf(described.db)).map(
      async (table) => [table.name, await sumTable(store.db, table)] as const,
    ),
  )
  await Promise.all([store.close(), described.close()])
  return { sqlite: 'dataDir' in sqlite, sums: Object.fromEntries(sums) }
}

async function filledPlace(engine: Engine, count?: number) {
  const where = await fresh(engine)
  const store = await opened(where)
  await fill(store, count)
  await store.close()
  return where
}

describe.each(storeEngines)('npm run move from %s', (engine) => {
  test('copies everything, reports each table, and leaves a source on which nothing starts any more', async () => {
    const [source, target] = [await filledPlace(engine), await fresh(other(engine))]
    const before = await sumsOf(source, source)
    const { code, output } = await operate(moveCommand, envOf(source), toOf(target), noon)
    expect(code).toBe(0)
    expect((await sumsOf(target, source)).sums).toEqual(before.sums)
    for (const name of Object.keys(before.sums))
      expect(output).toMatch(
        new RegExp(
          `^ +${before.sums[name]!.rows} ${name} +${before.sums[name]!.checksum.slice(0, 16)} the same on both sides$`,
          'm',
        ),
      )
    expect(output).not.toContain(testSecret)
    const sentence = new RegExp(
      `^[^\\n]+ was moved to ${nameOf(target)} at 2026-11-21T12:00:00\\.000Z: set DATABASE_URL, or DATA_DIR, to where it is now\\.$`,
    )
    await expect(opened(source)).rejects.toThrow(sentence)
    await expect(
      operate(moveCommand, envOf(source), toOf(await fresh(other(engine)))),
    ).rejects.toThrow(/ was moved to /)
    const store = await opened(target)
    expect(
      await store.db.selectFrom('meta').select('value').where('key', '=', 'greeting').execute(),
    ).toEqual([{ value: 'hello' }])
    await store.close()
  })

  test('refuses a target that is not empty, and does not change it', async () => {
    const [source, target] = [await filledPlace(engine, 250), await fresh(other(engine))]
    const there = await opened(target)
    await there.db.insertInto('budgets').values({ key: 'theirs', tat: 1 }).execute()
    await there.close()
    await expect(operate(moveCommand, envOf(source), toOf(target))).rejects.toThrow(
      / is not empty \(budgets\): name an empty one\.$/,
    )
    const store = await opened(target)
    expect(await store.db.selectFrom('budgets').select('key').execute()).toEqual([
      { key: 'theirs' },
    ])
    await store.close()
    await (await opened(source)).close()
  })

  test('no server starts on an incomplete move, which starts over if the source was used in between', async () => {
    const [source, target] = [await filledPlace(engine, 250), await fresh(other(engine))]
    const half = await opened(target, 'mover')
    await writeMeta(half.db, 'arriving', 'a move that was killed')
    await half.db.insertInto('budgets').values({ key: 'half', tat: 1 }).execute()
    await half.close()
    await expect(opened(target)).rejects.toThrow(
      / contains an incomplete move: run npm run move again from its source, or name another store\.$/,
    )
    const { output } = await operate(moveCommand, envOf(source), toOf(target))
    expect(output).toContain('The previous move cannot be resumed; starting over.')
    const store = await opened(target)
    expect(
      await store.db.selectFrom('budgets').select('key').where('key', '=', 'half').execute(),
    ).toEqual([])
    await store.close()
  })

  test('a move that dies before its last step is completed by the next run', async () => {
    const [source, target] = [await filledPlace(engine, 250), await fresh(other(engine))]
    await operate(moveCommand, envOf(source), toOf(target))
    const store = await opened(source, 'mover')
    await store.db.deleteFrom('meta').where('key', '=', 'moved').execute()
    await store.close()
    expect((await operate(moveCommand, envOf(source), toOf(target))).code).toBe(0)
    await expect(opened(source)).rejects.toThrow(/ was moved to /)
  })

  test('a server that starts on the source cancels an interrupted move', async () => {
    const source = await filledPlace(engine, 250)
    const mover = await opened(source, 'mover')
    await writeMeta(mover.db, 'leaving', 'yes')
    await mover.close()
    const server = await opened(source)
    expect(
      await server.db.selectFrom('meta').selectAll().where('key', '=', 'leaving').execute(),
    ).toEqual([])
    await server.close()
  })

  test('an interrupted move starts over if a server has used the source since', async () => {
    const [source, target] = [await filledPlace(engine, 250), await fresh(other(engine))]
    await operate(moveCommand, envOf(source), toOf(target))
    const half = await opened(target, 'mover')
    await writeMeta(half.db, 'arriving', 'yes')
    await half.db.deleteFrom('sequences').execute()
    await half.close()
    const mover = await opened(source, 'mover')
    await mover.db.deleteFrom('meta').where('key', '=', 'moved').execute()
    await mover.close()
    const server = await opened(source)
    await server.db.deleteFrom('people').where('email', '=', 'athlete7@example.com').execute()
    await server.close()
    const { code, output } = await operate(moveCommand, envOf(source), toOf(target))
    expect([code, output]).toEqual([
      0,
      expect.stringContaining('The previous move cannot be resumed; starting over.'),
    ])
  })

  test('refuses while a server runs on either side, and a second move', async () => {
    const [source, target] = [await filledPlace(engine, 250), await fresh(other(engine))]
    for (const [where, role] of [
      [source, 'server'],
      [target, 'server'],
      [source, 'mover'],
      [target, 'mover'],
    ] as const) {
      const running = await opened(where, role)
      await expect(operate(moveCommand, envOf(source), toOf(target))).rejects.toThrow(
        /^(A server .*: stop it, then move|.* is being moved already: wait until that move ends)\.$/,
      )
      await running.close()
    }
    expect((await operate(moveCommand, envOf(source), toOf(target))).code).toBe(0)
  })

  test('no server starts on a store that is being moved', async () => {
    const source = await filledPlace(engine, 250)
    const mover = await opened(source, 'mover')
    await expect(opened(source)).rejects.toBeInstanceOf(StartRefused)
    await mover.close()
    await (await opened(source)).close()
  })

  test('refuses two stores of one engine, and a missing source', async () => {
    const source = await fresh(engine)
    await expect(operate(moveCommand, envOf(source), toOf(await fresh(engine)))).rejects.toThrow(
      /^A move is between SQLite and Postgres/,
    )
  })
})

test('reports rows that arrive changed, and leaves the source in use', async () => {
  const source = await filledPlace('sqlite', 250)
  const target = await freshDatabase()
  await runSql(
    target.databaseUrl,
    `create function spoil() returns trigger language plpgsql as 'begin new.count = new.count + 1; return new; end'; create trigger spoil before insert on mail_counts for each row execute function spoil()`,
  )
  await expect(operate(moveCommand, envOf(source), toOf(target))).rejects.toThrow(
    /^The copy differs from the source \(mail_counts\): the source stays in use; run the move again, which starts over\.$/,
  )
  await (await opened(source)).close()
  await runSql(target.databaseUrl, 'drop trigger spoil on mail_counts')
  expect((await operate(moveCommand, envOf(source), toOf(target))).code).toBe(0)
})

describe('the secret in a move', () => {
  const sourceWith = async (secret: string | null) => {
    const source = await filledPlace('sqlite', 250)
    if (!('dataDir' in source)) throw new Error('not a folder')
    if (secret) writeFileSync(join(source.dataDir, 'secret'), secret, { mode: 0o600 })
    return { source, env: { DATA_DIR: source.dataDir }, path: join(source.dataDir, 'secret') }
  }

  test('stays in its file, which is named at the end, and is not printed', async () => {
    const { env, path } = await sourceWith(testSecret)
    const { output } = await operate(moveCommand, env, toOf(await fresh('postgres')))
    expect(output).toContain(
      `The secret is in ${path}: start the server with DATABASE_URL, and SECRET_KEY set to what that file holds.`,
    )
    expect(output).not.toContain(testSecret)
  })

  test("that differs from the source's is refused before anything is changed", async () => {
    const { env, path, source } = await sourceWith('the-first-secret-which-it-was-served-with')
    const move = operate(
      moveCommand,
      { ...env, SECRET_KEY: testSecret },
      toOf(await fresh('postgres')),
    )
    await expect(move).rejects.toThrow(
      new RegExp(`^SECRET_KEY lacks a secret of ${path}, which this waitlist has used: `),
    )
    await (await opened(source)).close()
  })

  test("may be newer than the file's, followed by the old one, and both arrive", async () => {
    const { env } = await sourceWith(testSecret)
    const [both, middle, dataDir] = [
      `a-newer-secret-of-which-nobody-knows-it\n${testSecret}`,
      await freshDatabase(),
      freshFolder(),
    ]
    expect(
      (await operate(moveCommand, { ...env, SECRET_KEY: both }, toOf(middle))).output,
    ).toContain('The secret is the SECRET_KEY that is set now')
    await operate(moveCommand, { ...envOf(middle), SECRET_KEY: both }, `--to ${dataDir}`)
    expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(both)
  })

  test('that is missing is asked for', async () => {
    const { env, path } = await sourceWith(null)
    await expect(operate(moveCommand, env, toOf(await fresh('postgres')))).rejects.toThrow(
      new StartRefused(
        `${path} does not exist, and SECRET_KEY is not set: set SECRET_KEY as the server has it.`,
      ),
    )
  })

  test('is written into a data folder that only its owner can read', async () => {
    const dataDir = freshFolder()
    const { output } = await operate(
      moveCommand,
      envOf(await filledPlace('postgres', 250)),
      `--to sqlite:${dataDir}`,
    )
    const path = join(dataDir, 'secret')
    expect([readFileSync(path, 'utf8'), (statSync(path).mode & 0o777).toString(8)]).toEqual([
      testSecret,
      '600',
    ])
    expect(output).toContain(`The secret is in ${path}`)
  })

  test('of a folder that has another one is refused', async () => {
    const dataDir = freshFolder()
    writeFileSync(join(dataDir, 'secret'), 'the-secret-of-somebody-else-which-stays')
    await expect(
      operate(moveCommand, envOf(await filledPlace('postgres', 250)), `--to ${dataDir}`),
    ).rejects.toThrow(/secret lacks a secret of SECRET_KEY: name another folder in --to\.$/)
    expect(existsSync(join(dataDir, 'ascend.db'))).toBe(false)
  })
})

test('a move copies every table of a store', async () => {
  const store = await freshStore('sqlite')
  expect([...ourTables, 'migrations'].sort()).toEqual(await tableNames(store.db, 'sqlite'))
})

test('a database that does not answer is named with --to', async () => {
  const source = await filledPlace('sqlite', 250)
  await expect(
    operate(moveCommand, envOf(source), '--to postgres://sanne:hunter2@127.0.0.1:1/ascend'),
  ).rejects.toThrow(
    new StartRefused(
      'The database at 127.0.0.1:1/ascend (--to) does not answer (ECONNREFUSED): start it, or correct --to.',
    ),
  )
})

test.each(['', '--from here', 'postgres://db/ascend'])(
  "'%s' shows what can be asked",
  async (args) => {
    expect(await operate(moveCommand, {}, args)).toEqual({
      code: 2,
      output: expect.stringMatching(/^[^\n]+ See: npm run move -- --help$/),
    })
  },
)
