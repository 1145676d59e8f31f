import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '#server/db/open.ts'
import { freshFolder, testSecret } from '#test/fresh-store.ts'
import { operatorCommandsInTurn } from '#test/operator.ts'
import { silentLog } from '#test/silent-log.ts'
import { listActs } from './action-log.ts'

test('[DASH-2] each act by a command is in the log, by shell and with its outcome, without an address', async () => {
  const dataDir = freshFolder()
  await (await openStore({ dataDir }, { log: silentLog, role: 'mover' })).close()
  const file = (name: string, text: string) => {
    const path = join(dataDir, name)
    writeFileSync(path, text)
    return path
  }
  const list = file('people.csv', 'email\nsanne@example.com\nmila@example.com\nnobody\n')
  const letter = file('letter.md', '---\nsubject: For sanne@example.com\n---\n\nSoon.\n')
  const kind = ['--confirmed', '--consent-source', 'the shop', '--consent-date', '2025-01-31']
  const env = { DATA_DIR: dataDir, SECRET_KEY: testSecret }
  const results = await operatorCommandsInTurn(env, [
    ['people', 'import', list, ...kind],
    ['people', 'import', list, ...kind, '--yes'],
    ['people', 'suppress', 'sanne@example.com', '--reason', 'complaint'],
    ['people', 'suppress', 'spam@example.com', '--reason', 'other'],
    ['people', 'export', '--to', join(dataDir, 'out.csv'), '--state', 'confirmed'],
    ['people', 'erase', 'mila@example.com'],
    ['people', 'erase', 'mila@example.com'],
    ['mail', 'pause'],
    ['mail', 'resume'],
    ['mail', 'retry'],
    ['mail', 'hold'],
    ['mail', 'release'],
    ['letters', 'new', letter],
    ['mail', 'status'],
  ])
  expect(results.map(({ code }) => code)).toEqual(results.map(() => 0))

  const store = await openStore({ dataDir }, { log: silentLog, role: 'command' })
  const acts = (await listActs(store.db, { most: 50 })).toReversed()
  await store.close()
  expect(acts.map(({ action, outcome }) => [action, outcome])).toEqual([
    ['import', '2 of 3 rows entered'],
    ['suppress', 'done'],
    ['suppress', 'done, the address was not on the list'],
    ['export', 'done'],
    ['erase', 'done'],
    ['erase', 'the address was not on the list'],
    ['pause-mail', 'done'],
    ['resume-mail', 'done'],
    ['retry-mail', '0 mails due again'],
    ['hold-mail', '0 mails held'],
    ['release-mail', '0 mails released'],
    ['save-letter', 'done'],
  ])
  expect(new Set(acts.map(({ operator }) => operator))).toEqual(new Set(['shell']))
  expect(acts.filter(({ action }) => action === 'suppress' || action === 'erase')).toMatchObject([
    { personId: expect.any(String), details: '{"reason":"complaint"}' },
    { personId: null, details: '{"reason":"other"}' },
    { personId: expect.any(String) },
    { personId: null },
  ])
  expect(acts.map(({ details }) => details).join()).not.toContain('sanne@example.com')
})
