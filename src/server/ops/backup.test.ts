import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { readLastBackup } from '#server/db/backup.ts'
import type { Store } from '#server/db/store.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import { writeJournalEntry } from '#server/db/journal.ts'
import { journalHash, keyId } from '#server/db/journal-file.ts'
import { erasePerson } from '#server/signup/erasure.ts'
import { leave, suppress } from '#server/signup/membership.ts'
import { freshFolder, freshStore, testSecret } from '#test/fresh-store.ts'
import { queueTo } from '#test/mailbox.ts'
import { operate, operatorCommand } from '#test/operator.ts'
import { silentLog } from '#test/silent-log.ts'
import { backupCommand } from './backup.ts'
import { restoreCommand } from './restore.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const minuteMs = 60_000
const newerSecret = 'a-newer-secret-of-which-nobody-knows-it'

async function waitlist() {
  const dataDir = freshFolder()
  const store = await freshStore('sqlite', { dataDir })
  const env = { DATA_DIR: dataDir, SECRET_KEY: testSecret }
  const folder = freshFolder()
  const enter = (email: string) => queueTo(store, email, 'welcome', 'confirmed', noon)
  const backUp = async (args = '', now = noon) => {
    await operate(backupCommand, env, `--to ${folder} ${args}`, now)
    return join(folder, readdirSync(folder).sort().at(-1)!)
  }
  return { dataDir, store, env, folder, enter, backUp }
}

const peopleIn = async (store: Store) =>
  (await store.db.selectFrom('people').select(['email', 'state']).orderBy('email').execute()).map(
    ({ email, state }) => `${email} ${state}`,
  )

/** Restores into a folder of its own, and opens what is there then. */
async function restored(
  file: string,
  env: Record<string, string>,
  args = '',
  now = noon + 10 * minuteMs,
) {
  const { output } = await operate(restoreCommand(campaign.sequence), env, `${file} ${args}`, now)
  const store = await freshStore('sqlite', { dataDir: env['DATA_DIR']! })
  return { output, store }
}

describe('npm run backup', () => {
  test('makes one file beside the server that only its owner can read, with people and secret', async () => {
    const { dataDir, store, env, enter } = await waitlist()
    await enter('sanne@example.com')
    const { code, output } = await operate(backupCommand, env, '', noon)
    const path = join(dataDir, 'backups', 'ascend-20261121T120000000Z.db')
    expect([code, output]).toEqual([0, expect.stringContaining(`1 person is in ${path}`)])
    expect([
      (statSync(path).mode & 0o777).toString(8),
      readdirSync(join(dataDir, 'backups')).length,
    ]).toEqual(['600', 1])
    expect(readFileSync(path, 'latin1')).toContain(testSecret)
    expect(output).not.toContain(testSecret)
    expect(await readLastBackup(store.db)).toEqual({ at: noon, isChecked: true })
  })

  test('--keep leaves the newest backups, and files that it has not made', async () => {
    const { folder, backUp } = await waitlist()
    writeFileSync(join(folder, 'before-003-20261121T110000Z.db'), '')
    for (let minute = 0; minute < 4; minute++) await backUp('--keep 2', noon + minute * minuteMs)
    expect(readdirSync(folder).sort()).toEqual([
      'ascend-20261121T120200000Z.db',
      'ascend-20261121T120300000Z.db',
      'before-003-20261121T110000Z.db',
    ])
  })

  test('--keep never removes the new backup, nor counts one of a clock that was ahead', async () => {
    const { folder, backUp } = await waitlist()
    const days = (n: number) => noon + n * 24 * 60 * minuteMs
    for (const day of [1, 40, 2]) await backUp('--keep 2', days(day))
    expect(readdirSync(folder)).toHaveLength(3)
    await backUp('--keep 1', days(3))
    expect(readdirSync(folder).sort()).toEqual([
      'ascend-20261124T120000000Z.db',
      'ascend-20261231T120000000Z.db',
    ])
  })

  test('--keep of a clock that is behind removes no newer backup', async () => {
    const { folder, backUp } = await waitlist()
    for (const minute of [1, 2, 0]) await backUp('--keep 1', noon + minute * minuteMs)
    expect(readdirSync(folder).sort()).toEqual([
      'ascend-20261121T120000000Z.db',
      'ascend-20261121T120200000Z.db',
    ])
  })

  test.each(['', '--keep 1'])(
    "with '%s' removes what killed backups have left, and leaves alone what another one still writes, and files of others",
    async (args) => {
      const { dataDir, folder, backUp } = await waitlist()
      const ours = 'ascend-20261120T120000000Z.db.partial'
      const live = 'ascend-20261120T120000001Z.db.partial'
      for (const name of [ours, `${ours}-journal`, 'photos.db.partial'])
        writeFileSync(join(folder, name), 'cut')
      mkdirSync(join(dataDir, 'unfinished-backup-killed'))
      writeFileSync(join(dataDir, 'unfinished-backup-killed', ours), '')
      mkdirSync(join(dataDir, 'backup-weekly'))
      writeFileSync(join(dataDir, 'backup-weekly', 'ascend-20261120T120000000Z.db'), 'a copy')
      writeFileSync(join(dataDir, 'backup-list.txt'), 'where they are')
      const copying = new DatabaseSync(join(folder, live))
      copying.exec('create table half (id integer); begin exclusive')
      await backUp(args)
      copying.close()
      expect(readdirSync(folder).sort()).toEqual([
        live,
        'ascend-20261121T120000000Z.db',
        'photos.db.partial',
      ])
      expect(
        readdirSync(dataDir)
          .filter((name) => name.includes('backup-'))
          .sort(),
      ).toEqual(['backup-list.txt', 'backup-weekly'])
      expect(readdirSync(join(dataDir, 'backup-weekly'))).toHaveLength(1)
    },
  )

  test('the start of a server removes what killed backups and restores have left in its folder', async () => {
    const { dataDir, store } = await waitlist()
    await store.close()
    const backups = join(dataDir, 'backups')
    for (const left of [
      backups,
      join(dataDir, 'restoring'),
      join(dataDir, 'unfinished-backup-killed'),
    ]) {
      mkdirSync(left)
      writeFileSync(join(left, 'ascend-20261120T120000000Z.db.partial'), '')
    }
    await store.reopen()
    const left = readdirSync(dataDir).filter((name) => /^(?:restoring|unfinished-)/.test(name))
    expect([left, readdirSync(backups)]).toEqual([[], []])
  })

  test('makes no backup of a damaged store, and keeps the earlier ones', async () => {
    const { dataDir, store, folder, enter, backUp } = await waitlist()
    for (let index = 0; index < 200; index++) await enter(`athlete${index}@example.com`)
    await backUp('--keep 1')
    await store.close()
    overwrite(join(dataDir, 'ascend.db'), 'athlete150@example.com')
    await expect(backUp('--keep 1', noon + 1)).rejects.toThrow(
      /is damaged .*: no backup was made, and the earlier ones stay\./,
    )
    expect(readdirSync(folder)).toEqual(['ascend-20261121T120000000Z.db'])
  })

  test('says so if there is no waitlist, or if it is on Postgres', async () => {
    await expect(operate(backupCommand, { DATA_DIR: freshFolder() })).rejects.toThrow(
      /^There is no waitlist in /,
    )
    await expect(
      operate(backupCommand, { DATABASE_URL: 'postgres://db/ascend', SECRET_KEY: testSecret }),
    ).rejects.toThrow(/^DATABASE_URL is set: back up Postgres/)
  })

  test("creates no secret if it does not know the server's", async () => {
    const { dataDir } = await waitlist()
    await expect(operate(backupCommand, { DATA_DIR: dataDir })).rejects.toThrow(
      new StartRefused(
        `${join(dataDir, 'secret')} does not exist, and SECRET_KEY is not set: set SECRET_KEY as the server has it.`,
      ),
    )
    expect(readdirSync(dataDir)).not.toContain('secret')
  })

  test('refuses a SECRET_KEY that lacks the secret of the folder', async () => {
    const { dataDir, env, folder } = await waitlist()
    writeFileSync(join(dataDir, 'secret'), newerSecret)
    await expect(operate(backupCommand, env, `--to ${folder}`)).rejects.toThrow(
      /^SECRET_KEY lacks a secret of /,
    )
    expect(readdirSync(folder)).toEqual([])
  })

  test('says in one sentence that a folder cannot be written', async () => {
    const { env } = await waitlist()
    const { code, output } = await operatorCommand('backup', env, '--to', '/proc/ascend')
    expect([code, output]).toEqual([
      1,
      'The backup cannot be written to /proc/ascend (ENOENT): name a folder that exists and that this user may write to.\n',
    ])
  })

  test.each(['--keep 0', '--keep many', '--all', 'here'])(
    "'%s' shows what can be asked",
    async (args) => {
      expect(await operate(backupCommand, {}, args)).toEqual({
        code: 2,
        output: expect.stringMatching(/^[^\n]+ See: npm run backup -- --help$/),
      })
    },
  )
})

describe('npm run restore', () => {
  test('does not erase a person whose erasure was rolled back, or interrupted by a crash before a restart', async () => {
    const { dataDir, store, env, enter, backUp } = await waitlist()
    for (const name of ['sanne', 'daan', 'noor']) await enter(`${name}@example.com`)
    const file = await backUp()
    const erasing = (email: string, ends: () => void) =>
      store.transact(async (trx) => {
        await erasePerson(trx, email, testSecret, noon + minuteMs)
        ends()
      })
    await expect(
      erasing('sanne@example.com', () => {
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    await erasing('daan@example.com', () => {})
    await store.close()
    appendFileSync(
      join(dataDir, 'journal'),
      `\nerased ${noon + minuteMs} ${keyId(testSecret)} ${journalHash(testSecret, 'noor@example.com')}`,
    )
    await (await store.reopen()).close()
    const { store: after } = await restored(file, env, '--force')
    expect(await peopleIn(after)).toEqual([
      'noor@example.com confirmed',
      'sanne@example.com confirmed',
    ])
  })

  test('restores people and secret into an empty folder', async () => {
    const { enter, backUp } = await waitlist()
    await enter('sanne@example.com')
    const file = await backUp()
    const dataDir = join(freshFolder(), 'new')
    const { output, store } = await restored(file, { DATA_DIR: dataDir })
    expect(await peopleIn(store)).toEqual(['sanne@example.com confirmed'])
    expect([
      readFileSync(join(dataDir, 'secret'), 'utf8'),
      (statSync(join(dataDir, 'secret')).mode & 0o777).toString(8),
    ]).toEqual([testSecret, '600'])
    expect(readFileSync(join(dataDir, 'ascend.db'), 'latin1')).not.toContain(testSecret)
    expect(readdirSync(dataDir)).not.toContain('restoring')
    expect(output).toContain('made at 2026-11-21T12:00:00.000Z')
  })

  test('starts with mail paused; waiting mails are listed, and sent only by release', async () => {
    const { enter, backUp } = await waitlist()
    await enter('sanne@example.com')
    const { output, store } = await restored(await backUp(), { DATA_DIR: freshFolder() })
    expect(output).toContain(
      '1 mail waited then or came due since, and may have been sent:\n  2026-11-21T12:00:00.000Z welcome to sa***@example.com\n',
    )
    expect(await store.db.selectFrom('outbox').select('state').execute()).toEqual([
      { state: 'overdue' },
    ])
    expect(
      await store.db.selectFrom('mail_queue').select(['pausedReason', 'nextProbeAt']).execute(),
    ).toEqual([
      {
        pausedReason: 'restored from the backup of 2026-11-21T12:00:00.000Z',
        nextProbeAt: null,
      },
    ])
  })

  test('repeats what the journal has since the backup: who left, or was suppressed or erased', async () => {
    const { dataDir, store, env, enter, backUp } = await waitlist()
    const ids = Object.fromEntries(
      await Promise.all(
        ['daan', 'lotte', 'milan', 'noor', 'sanne'].map(
          async (name) => [name, await enter(`${name}@example.com`)] as const,
        ),
      ),
    )
    const file = await backUp()
    await store.transact((trx) => leave(trx, ids['daan']!, noon + minuteMs))
    await store.transact((trx) =>
      suppress(
        trx,
        { id: ids['lotte']!, email: 'lotte@example.com' },
        'suppressed',
        noon + minuteMs,
      ),
    )
    await store.transact(async (trx) => {
      writeJournalEntry(trx, 'erased', 'milan@example.com', noon + minuteMs)
      await trx.deleteFrom('people').where('id', '=', ids['milan']!).execute()
    })
    await store.close()
    rmSync(join(dataDir, 'ascend.db'))
    const after = await restored(file, env)
    expect(await peopleIn(after.store)).toEqual([
      'daan@example.com unsubscribed',
      'lotte@example.com suppressed',
      'noor@example.com confirmed',
      'sanne@example.com confirmed',
    ])
    expect(after.output).toContain(
      'From the journal since the backup: 1 left, 1 suppressed, 1 erased, 0 suspended.',
    )
    expect(after.output).not.toContain('lost')
  })

  test('from before a compaction of the journal is complete: it repeats what happened since, and nothing is called lost', async () => {
    const { store, dataDir, env, enter, backUp } = await waitlist()
    const [, sanne] = [await enter('daan@example.com'), await enter('sanne@example.com')]
    const file = await backUp()
    for (let round = 1; round <= 5; round++) {
      await store.db.updateTable('people').set({ state: 'confirmed', leftAt: null }).execute()
      await store.transact((trx) => leave(trx, sanne, noon + round * minuteMs))
    }
    const size = () => statSync(join(dataDir, 'journal')).size
    const before = size()
    await backUp('', noon + 6 * minuteMs)
    expect(size()).toBeLessThan(before / 2)
    await store.close()
    rmSync(join(dataDir, 'ascend.db'))
    const after = await restored(file, env)
    expect(await peopleIn(after.store)).toEqual([
      'daan@example.com confirmed',
      'sanne@example.com unsubscribed',
    ])
    expect(after.output).toContain('1 left, 0 suppressed, 0 erased, 0 suspended.')
    expect(after.output).not.toContain('lost')
  })

  test('repeats what a wrong clock dated before the backup', async () => {
    const { store, dataDir, env, enter, backUp } = await waitlist()
    const daan = await enter('daan@example.com')
    await store.db.updateTable('people').set({ createdAt: 0, confirmedAt: 0 }).execute()
    const file = await backUp()
    await store.transact((trx) => leave(trx, daan, noon - 40 * 24 * 60 * minuteMs))
    await store.close()
    rmSync(join(dataDir, 'ascend.db'))
    expect(await peopleIn((await restored(file, env)).store)).toEqual([
      'daan@example.com unsubscribed',
    ])
  })

  test('keeps a person who came back before the backup', async () => {
    const { store, dataDir, env, enter, backUp } = await waitlist()
    const daan = await enter('daan@example.com')
    await store.transact((trx) => leave(trx, daan, noon))
    await store.db
      .updateTable('people')
      .set({ state: 'confirmed', confirmedAt: noon + 1_000, leftAt: null })
      .execute()
    const file = await backUp('', noon + 2_000)
    await store.close()
    rmSync(join(dataDir, 'ascend.db'))
    expect(await peopleIn((await restored(file, env)).store)).toEqual([
      'daan@example.com confirmed',
    ])
  })

  test('keeps the state of a person who complained before the backup', async () => {
    const { store, dataDir, env, enter, backUp } = await waitlist()
    const daan = await enter('daan@example.com')
    await store.transact((trx) =>
      suppress(trx, { id: daan, email: 'daan@example.com' }, 'complained', noon),
    )
    const file = await backUp('', noon + 2_000)
    await store.close()
    rmSync(join(dataDir, 'ascend.db'))
    const after = await restored(file, env)
    expect(await peopleIn(after.store)).toEqual(['daan@example.com complained'])
    expect(after.output).toContain(
      'From the journal since the backup: 0 left, 0 suppressed, 0 erased, 0 suspended.',
    )
  })

  test('does not treat a restored store as one whose server crashed', async () => {
    const { env, backUp } = await waitlist()
    const file = await backUp()
    const dataDir = join(freshFolder(), 'new')
    await operate(restoreCommand(null), { ...env, DATA_DIR: dataDir }, file)
    const warned: string[] = []
    const log = { ...silentLog, warn: (_: object, text: string) => void warned.push(text) }
    await freshStore('sqlite', { dataDir, log: log as typeof silentLog })
    expect(warned).toEqual([])
  })

  test('says if the journal is lost, or is another one', async () => {
    const { backUp, env, store, dataDir } = await waitlist()
    const file = await backUp()
    expect((await restored(file, { DATA_DIR: freshFolder() })).output).toContain(
      'is lost, in whole or in part',
    )
    await store.close()
    rmSync(join(dataDir, 'journal'))
    await (await store.reopen()).close()
    expect((await restored(file, env, '--force')).output).toContain('is lost, in whole or in part')
  })

  test('counts lines of another secret without applying them', async () => {
    const { store, dataDir, enter, backUp, env } = await waitlist()
    const daan = await enter('daan@example.com')
    const file = await backUp()
    await store.close()
    const other = await freshStore('sqlite', {
      dataDir,
      journalKey: () => 'another-secret-of-which-nobody-knows-it',
    })
    await other.transact((trx) => leave(trx, daan, noon + minuteMs))
    await other.close()
    const { output } = await restored(file, env, '--force')
    expect(output).toContain(
      'Lines of the journal that are of another SECRET_KEY, and were not replayed: 1.',
    )
  })

  test('refuses to overwrite without --force, and moves the former store aside with it', async () => {
    const { dataDir, store, env, enter, backUp } = await waitlist()
    const file = await backUp()
    await enter('sanne@example.com')
    await store.close()
    await expect(restored(file, env)).rejects.toThrow(
      new StartRefused(
        `There is a waitlist in ${dataDir}: add --force to replace it with the backup, or name another folder in DATA_DIR.`,
      ),
    )
    expect(await peopleIn((await restored(file, env, '--force')).store)).toEqual([])
    const aside = new DatabaseSync(
      join(
        dataDir,
        readdirSync(dataDir).find((name) => name.startsWith('replaced-'))!,
        'ascend.db',
      ),
    )
    expect(aside.prepare('select email from people').all()).toEqual([
      { email: 'sanne@example.com' },
    ])
    aside.close()
  })

  test('refuses in one sentence while a server runs', async () => {
    const { env, backUp, dataDir } = await waitlist()
    const file = await backUp()
    await expect(restored(file, env, '--force')).rejects.toThrow(
      new StartRefused(
        `A server runs on the data folder ${dataDir}, or another restore or move: stop it, then restore.`,
      ),
    )
  })

  test('refuses a damaged backup, and changes nothing', async () => {
    const { store, env, enter, backUp, dataDir } = await waitlist()
    for (let index = 0; index < 200; index++) await enter(`athlete${index}@example.com`)
    const file = await backUp()
    await store.close()
    overwrite(file, 'athlete150@example.com')
    const before = readdirSync(dataDir).sort()
    await expect(restored(file, env, '--force')).rejects.toThrow(
      /is damaged \(.+\): nothing was changed; restore an earlier backup\.$/,
    )
    expect(readdirSync(dataDir).sort()).toEqual(before)
    expect(await peopleIn(await store.reopen())).toHaveLength(200)
  })

  test('refuses a backup that is cut short', async () => {
    const { enter, backUp } = await waitlist()
    for (let index = 0; index < 200; index++) await enter(`athlete${index}@example.com`)
    const file = await backUp()
    writeFileSync(file, readFileSync(file).subarray(0, 60_000))
    await expect(restored(file, { DATA_DIR: freshFolder() })).rejects.toThrow(/is damaged/)
  })

  test.each(['no such file', 'a text', 'another database'])(
    'refuses a file that is no backup: %s',
    async (what) => {
      const file = join(freshFolder(), 'file')
      if (what === 'a text') writeFileSync(file, 'Dear diary, '.repeat(100))
      if (what === 'another database') {
        const other = new DatabaseSync(file)
        other.exec('create table songs (id integer)')
        other.close()
      }
      const dataDir = join(freshFolder(), 'data')
      await expect(restored(file, { DATA_DIR: dataDir })).rejects.toThrow(
        new StartRefused(
          `${file} is not a backup of a waitlist: name a file that npm run backup has made.`,
        ),
      )
      expect(existsSync(join(dataDir, 'ascend.db'))).toBe(false)
    },
  )

  test('refuses another secret than the one the backup was made with', async () => {
    const { backUp } = await waitlist()
    const file = await backUp()
    await expect(
      restored(file, {
        DATA_DIR: freshFolder(),
        SECRET_KEY: 'another-secret-of-which-nobody-knows-it',
      }),
    ).rejects.toThrow(
      /^SECRET_KEY lacks a secret that .* was made with: add it after the newest, or unset SECRET_KEY to use the secret of the backup\.$/,
    )
    const dataDir = freshFolder()
    writeFileSync(join(dataDir, 'secret'), 'another-secret-of-which-nobody-knows-it')
    await expect(restored(file, { DATA_DIR: dataDir })).rejects.toThrow(
      /secret lacks a secret that .*: add --force to replace it with that of the backup\.$/,
    )
    await expect(
      restored(file, { DATA_DIR: dataDir, SECRET_KEY: testSecret }, '--force'),
    ).rejects.toThrow(/^SECRET_KEY lacks a secret of /)
    await restored(file, { DATA_DIR: dataDir }, '--force')
    expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(testSecret)
  })

  test('keeps the newer secret with a backup from before its change, and replays the journal of both', async () => {
    const { dataDir, store, enter, backUp } = await waitlist()
    const [daan, lotte] = [await enter('daan@example.com'), await enter('lotte@example.com')]
    await enter('sanne@example.com')
    const file = await backUp()
    await store.transact((trx) => leave(trx, daan, noon + minuteMs))
    await store.close()
    const changed = await freshStore('sqlite', { dataDir, journalKey: () => newerSecret })
    await changed.transact((trx) => leave(trx, lotte, noon + 2 * minuteMs))
    await changed.close()
    writeFileSync(join(dataDir, 'secret'), `${newerSecret}\n${testSecret}\n`)
    const after = await restored(file, { DATA_DIR: dataDir }, '--force')
    expect(await peopleIn(after.store)).toEqual([
      'daan@example.com unsubscribed',
      'lotte@example.com unsubscribed',
      'sanne@example.com confirmed',
    ])
    expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(`${newerSecret}\n${testSecret}\n`)
    await expect(
      restored(file, { DATA_DIR: freshFolder(), SECRET_KEY: `${newerSecret} ${testSecret}` }),
    ).resolves.toBeTruthy()
  })

  test('restores both secrets of a backup from after the change, and refuses only the old one', async () => {
    const { dataDir } = await waitlist()
    const folder = freshFolder()
    await operate(
      backupCommand,
      { DATA_DIR: dataDir, SECRET_KEY: `${newerSecret},${testSecret}` },
      `--to ${folder}`,
      noon,
    )
    const [file, fresh] = [join(folder, readdirSync(folder)[0]!), freshFolder()]
    await expect(restored(file, { DATA_DIR: fresh, SECRET_KEY: testSecret })).rejects.toThrow(
      /^SECRET_KEY lacks a secret/,
    )
    await restored(file, { DATA_DIR: fresh })
    expect(readFileSync(join(fresh, 'secret'), 'utf8')).toBe(`${newerSecret}\n${testSecret}`)
  })

  test('also restores the copy that was made before a migration', async () => {
    const { dataDir, store, enter } = await waitlist()
    await enter('sanne@example.com')
    await store.close()
    const { migrations } = await import('#server/db/schema.ts')
    await (
      await store.reopen({
        migrations: [
          ...migrations,
          { name: 'later', statements: ['create table later (id integer primary key) strict'] },
        ],
      })
    ).close()
    const file = join(dataDir, 'backups', readdirSync(join(dataDir, 'backups'))[0]!)
    expect(await peopleIn((await restored(file, { DATA_DIR: freshFolder() })).store)).toEqual([
      'sanne@example.com confirmed',
    ])
  })

  test('restores a plain copy of the database, as from Litestream, and replays the whole journal', async () => {
    const { dataDir, store, env, enter } = await waitlist()
    const daan = await enter('daan@example.com')
    await enter('sanne@example.com')
    await store.close()
    const file = join(freshFolder(), 'ascend.db')
    copyFileSync(join(dataDir, 'ascend.db'), file)
    const again = await store.reopen()
    await again.transact((trx) => leave(trx, daan, noon + minuteMs))
    await again.close()
    rmSync(join(dataDir, 'ascend.db'))
    expect(await peopleIn((await restored(file, env)).store)).toEqual([
      'daan@example.com unsubscribed',
      'sanne@example.com confirmed',
    ])
  })

  test.each(['', '--all', 'one two'])("'%s' shows what can be asked", async (args) => {
    expect(await operate(restoreCommand(null), {}, args)).toEqual({
      code: 2,
      output: expect.stringMatching(/^[^\n]+ See: npm run restore -- --help$/),
    })
  })
})

/** Spoils the page that holds the text. */
function overwrite(path: string, text: string) {
  const page = Math.floor(readFileSync(path).lastIndexOf(text) / 4096)
  const handle = openSync(path, 'r+')
  writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096)
  closeSync(handle)
}
