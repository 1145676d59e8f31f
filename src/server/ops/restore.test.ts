import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import type { SequenceCopy } from '#contract/quiz/sequence.ts'
import { runAction } from '#test/run-action.ts'
import { confirmed } from '#test/in-line.ts'
import { freshFolder, freshStore, testSecret } from '#test/fresh-store.ts'
import { operate } from '#test/operator.ts'
import { importOptions } from '#test/people-file.ts'
import { sequenceScene } from '#test/sequence-scene.ts'
import { filesThatHold } from '#test/store-files.ts'
import { suspendMail, suspendedMs } from '#server/signup/mail-reports.ts'
import { readConfig } from '#server/config/config.ts'
import { peopleCommand } from '#server/people/commands.ts'
import type { Store } from '#server/db/store.ts'
import { createSignInToken } from '#server/dashboard/sign-in.ts'
import { startSession } from '#server/dashboard/sessions.ts'
import { insertUpload, readUpload } from '#server/imports/import-run.ts'
import { beginLine } from '#server/line/begin.ts'
import { renewCode } from '#server/line/codes.ts'
import { stopNews } from '#server/line/news.ts'
import { queueOperatorMail } from '#server/outbox/operator-mails.ts'
import { leaveClosedList, requestOnce } from '#server/signup/once-requests.ts'
import { erase, noteLeftElsewhere, type LeaverKind } from '#server/signup/erasure.ts'
import { suppressAddress } from '#server/signup/membership.ts'
import { mailCommand } from './mail-actions.ts'
import { backupCommand } from './backup.ts'
import { restoreCommand } from './restore.ts'

const hourMs = 3_600_000
const [sanne, daan] = ['sanne@example.com', 'daan@example.com']

/**
 * A waitlist that goes on after its backup, and what a restore of that backup in its place leaves.
 */
async function waitlist({
  copy = campaign.sequence as SequenceCopy | null,
  secretKnown = true,
} = {}) {
  const dataDir = freshFolder()
  const env = { DATA_DIR: dataDir, SECRET_KEY: testSecret }
  const before = sequenceScene(await freshStore('sqlite', { dataDir }))
  const folder = freshFolder()
  const backUp = () => operate(backupCommand, env, `--to ${folder}`, before.clock.now)
  const restore = async () => {
    await before.store.close()
    const now = before.clock.now
    const { output } = await operate(
      restoreCommand(copy),
      secretKnown ? env : { DATA_DIR: dataDir },
      `${join(folder, readdirSync(folder)[0]!)} --force`,
      now,
    )
    const after = sequenceScene(await freshStore('sqlite', { dataDir }))
    after.clock.now = now
    return { output, ...after, ...commandsOn(after.store, env, now) }
  }
  return { ...before, dataDir, backUp, restore }
}

function commandsOn(store: Store, env: Record<string, string>, now: number) {
  const read = readConfig(env)
  if (!read.ok) throw new Error(read.problems.join())
  const lines: string[] = []
  const deps = {
    store,
    config: read.config,
    sequence: campaign.sequence,
    timeZone: campaign.timeZone,
    now,
    print: (line: string) => void lines.push(line),
    note: (line: string) => void lines.push(line),
  }
  return {
    mail: (...args: string[]) => runAction(mailCommand, args, deps),
    async importList(...emails: string[]) {
      const list = join(freshFolder(), 'list.csv')
      writeFileSync(list, ['email', ...emails].join('\n'))
      lines.length = 0
      await runAction(
        peopleCommand,
        [
          'import',
          list,
          '--confirmed',
          '--consent-source',
          'HYROX stand',
          '--consent-date',
          '2026-01-31',
          '--yes',
        ],
        deps,
      )
      return lines.join('\n')
    },
  }
}

test('an import by upload that ran when the backup was made waits until an operator continues it', async () => {
  const { store, backUp, restore, clock } = await waitlist()
  const upload = {
    id: 'one',
    operator: 'anna',
    server: 'web-1:3000',
    name: 'list.csv',
    bytes: 20,
    format: 'csv' as const,
    options: importOptions(),
  }
  await store.transact((trx) => insertUpload(trx, upload, clock.now))
  await store.db.updateTable('imports').set({ state: 'running' }).execute()
  await backUp()
  const after = await restore()
  expect(after.output).toContain('The import of list.csv ran when the backup was made, and waits')
  expect(await readUpload(after.store.db)).toMatchObject({
    state: 'failed',
    error: 'The waitlist was restored to a backup that was made while this import ran.',
  })
})

describe('after a restore an import adds nobody', () => {
  test('who joined and left since the backup, or was unknown when the operator suppressed them', async () => {
    const { backUp, restore, takeQuiz, leave, clock, store } = await waitlist()
    await backUp()
    clock.now += hourMs
    await takeQuiz(sanne)
    await leave(sanne)
    await store.transact((trx) => suppressAddress(trx, daan, 'complained', clock.now))
    const { output, importList } = await restore()
    expect(output).toContain(
      'From the journal since the backup: 0 left, 0 suppressed, 0 erased, 0 suspended.\nAddresses of the journal that are not in the backup: 2. No import enters them; a sign-up of their own is taken.',
    )
    expect(await importList(sanne, daan, 'noor@example.com')).toMatch(
      /^Rows: 3\. Entered: 1\. Refused: 2\.\n +2 erased$/,
    )
  })

  test('who joined and was erased since the backup', async () => {
    const { backUp, restore, takeQuiz, clock, store } = await waitlist()
    await backUp()
    clock.now += hourMs
    await takeQuiz(sanne)
    await erase(
      store,
      async () => sanne,
      testSecret,
      () => clock.now,
    )
    const { output, importList } = await restore()
    expect(output).toContain('Addresses of the journal that are not in the backup: 1.')
    expect(await importList(sanne)).toMatch(/^Rows: 1\. Entered: 0\./)
  })

  test('[IMPORT-2] who had left an earlier service, as an import since the backup said', async () => {
    const { backUp, restore, clock, store } = await waitlist()
    await backUp()
    clock.now += hourMs
    const note = (email: string, kind: LeaverKind) =>
      store.transact((trx) =>
        noteLeftElsewhere(trx, new Map([[email, kind]]), [testSecret], clock.now),
      )
    await note(sanne, 'undeliverable')
    // A later file was stricter.
    await note(sanne, 'complained')
    await note('lotte@example.com', 'undeliverable')
    await note(daan, 'left')
    clock.now += hourMs
    await erase(
      store,
      async () => daan,
      testSecret,
      () => clock.now,
    )
    const { output, importList } = await restore()
    expect(output).toContain(
      'People who may not be mailed, as an earlier service said: 2 (1 complained, 1 undeliverable). No import enters them; a sign-up of their own is taken.',
    )
    expect(await importList(sanne, daan, 'lotte@example.com', 'noor@example.com')).toMatch(
      /^Rows: 4\. Entered: 1\. Refused: 3\.\n +1 an earlier import says: complained\n +1 erased\n +1 an earlier import says: undeliverable$/,
    )
  })

  test('a person of the backup who left since is stored as such, and not counted twice', async () => {
    const { backUp, restore, takeQuiz, leave, clock } = await waitlist()
    await takeQuiz(sanne)
    clock.now += hourMs
    await backUp()
    await leave(sanne)
    const { output, importList } = await restore()
    expect(output).toContain('1 left, 0 suppressed, 0 erased, 0 suspended.')
    expect(output).not.toContain('not in the backup')
    expect(await importList(sanne)).toContain('1 here already: left')
  })

  test('[BACK-4] mail that was suspended since is suspended, and somebody who joined since may be imported', async () => {
    const { backUp, restore, takeQuiz, clock, store } = await waitlist()
    await takeQuiz(sanne)
    await backUp()
    clock.now += hourMs
    await takeQuiz(daan)
    const people = await store.db.selectFrom('people').select(['id', 'email']).execute()
    await store.transact(async (trx) => {
      for (const person of people) await suspendMail(trx, person, clock.now)
    })
    const { output, importList, store: restored } = await restore()
    expect(output).toContain('0 left, 0 suppressed, 0 erased, 1 suspended.')
    expect(output).not.toContain('not in the backup')
    expect(await importList(daan)).toMatch(/^Rows: 1\. Entered: 1\./)
    expect(
      await restored.db
        .selectFrom('people')
        .select('mailSuspendedUntil')
        .where('email', '=', sanne)
        .execute(),
    ).toEqual([{ mailSuspendedUntil: clock.now + suspendedMs }])
  })

  test('no file of the store contains bytes of a person who was erased since', async () => {
    const { backUp, restore, takeQuiz, clock, store, dataDir } = await waitlist()
    await takeQuiz(sanne)
    await takeQuiz(daan)
    await backUp()
    clock.now += hourMs
    await erase(
      store,
      async () => sanne,
      testSecret,
      () => clock.now,
    )
    await restore()
    expect([filesThatHold(dataDir, sanne), filesThatHold(dataDir, daan)]).toEqual([
      [],
      ['ascend.db'],
    ])
  })
})

test('a restore repeats who deleted their address from the closed list, stopped the mails about friends or renewed their link', async () => {
  const { backUp, restore, clock, store } = await waitlist()
  await beginLine(store, async () => store, campaign.line!.terms, clock.now)
  const [id = ''] = await confirmed(store, ['sanne'], clock.now)
  const { consent } = campaign.ends!.closed.once
  await store.transact(async (trx) => {
    for (const email of [daan, 'noor@example.com'])
      await requestOnce(trx, { email, consent, network: 'one', language: 'en' }, clock.now)
  })
  const link = (db: Store['db']) =>
    db.selectFrom('line').select(['code', 'newsStoppedAt as stoppedAt']).executeTakeFirstOrThrow()
  const { code: oldCode } = await link(store.db)
  await backUp()
  clock.now += hourMs
  await store.transact(async (trx) => {
    await leaveClosedList(trx, daan, clock.now)
    await stopNews(trx, id, clock.now)
    await renewCode(trx, id, clock.now)
  })
  const { output, store: restored } = await restore()
  expect(await restored.db.selectFrom('once_requests').select('email').execute()).toEqual([
    { email: 'noor@example.com' },
  ])
  const { code, stoppedAt } = await link(restored.db)
  expect([code === oldCode, stoppedAt]).toEqual([false, clock.now])
  expect(output).toContain(
    'Addresses deleted from those that asked for one mail: 1.\nPeople who had stopped the mails about friends: 1.\nPeople who had renewed their link: 1.',
  )
})

test('a restore brings back no session of an operator and no link to sign in', async () => {
  const { backUp, restore, clock, store } = await waitlist()
  await store.transact(async (trx) => {
    await startSession(
      trx,
      { operator: sanne, browser: 'Firefox', secretKey: testSecret },
      clock.now,
    )
    await createSignInToken(trx, sanne, clock.now)
    await queueOperatorMail(trx, { email: sanne, template: 'sign-in', data: {} }, clock.now)
  })
  await backUp()
  const { output, store: restored } = await restore()
  const count = async (table: 'sessions' | 'sign_in_links' | 'outbox') =>
    (await restored.db.selectFrom(table).selectAll().execute()).length
  expect([await count('sessions'), await count('sign_in_links'), await count('outbox')]).toEqual([
    0, 0, 0,
  ])
  expect(output).toContain('sign in to the dashboard again')
})

describe('after a restore', () => {
  test('a step that was sent since the backup is listed, and sent again only by release', async () => {
    const { backUp, restore, takeQuiz, after, arrived } = await waitlist()
    await takeQuiz(sanne)
    await after(0)
    await after(1)
    await backUp()
    await after(2)
    expect(await arrived(sanne)).toEqual(['protocol focus', 'first-days focus'])
    const again = await restore()
    expect(again.output).toMatch(
      /1 mail waited then or came due since, and may have been sent:\n  2026-11-23T12:00:00\.000Z sequence to sa\*\*\*@example\.com/,
    )
    await again.mail('resume')
    await again.run(3)
    expect(await again.arrived(sanne)).toEqual(['protocol focus'])
    await again.mail('release')
    await again.minute()
    expect(await again.arrived(sanne)).toEqual(['protocol focus', 'first-days focus'])
  })

  test.each([
    ['an hour', hourMs],
    ['a minute', 60_000],
  ])(
    '%s after a save that was in the backup, its sequence is held, whoever asked for it since',
    async (_, ms) => {
      const { backUp, restore, save, start, clock, minute, arrived } = await waitlist()
      const result = await save(sanne, 'stress', 'single')
      await backUp()
      clock.now += ms
      await start(result, sanne)
      await minute()
      expect(await arrived(sanne)).toEqual(['protocol stress'])
      const again = await restore()
      expect(again.output).toContain('came due since, and may have been sent:')
      await again.mail('resume')
      await again.start(result, sanne)
      await again.run(1)
      expect(await again.arrived(sanne)).toEqual([])
    },
  )

  test('people who left since get no mail, and later steps leave on their day', async () => {
    const { backUp, restore, takeQuiz, after, leave, clock } = await waitlist()
    for (const email of [sanne, daan]) await takeQuiz(email)
    await after(0)
    await backUp()
    clock.now += hourMs
    await leave(daan)
    const again = await restore()
    expect(again.output).not.toContain('came due since')
    await again.mail('resume')
    await again.after(2)
    expect([await again.arrived(sanne), await again.arrived(daan)]).toEqual([
      ['protocol focus', 'first-days focus'],
      ['protocol focus'],
    ])
  })

  test('waiting mails are held, also without a sequence or a known secret', async () => {
    for (const given of [{ copy: null }, { secretKnown: false }]) {
      const { backUp, restore, takeQuiz, planner, dataDir } = await waitlist(given)
      await takeQuiz(sanne)
      await planner.run()
      await backUp()
      rmSync(join(dataDir, 'journal'))
      expect((await restore()).output).toContain('came due since, and may have been sent:')
    }
  })

  test('mails that were being sent when the backup was made are held at once', async () => {
    const { backUp, restore, queue, store, clock } = await waitlist()
    await queue(sanne)
    await store.db
      .updateTable('outbox')
      .set({
        state: 'sending',
        handed: 1,
        leaseOwner: 'the server of then',
        leaseUntil: clock.now + 20_000,
      })
      .execute()
    await backUp()
    const again = await restore()
    expect(again.output).toMatch(
      /1 mail waited then or came due since, and may have been sent:\n  \S+ confirm to sa\*\*\*@example\.com\nMail is paused/,
    )
    expect(await again.row(sanne)).toMatchObject({ state: 'overdue', leaseUntil: null })
    expect(await again.pausedFor()).toMatch(/^restored from the backup/)
  })
})
