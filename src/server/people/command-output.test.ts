import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { noOrigin, type Origin } from '#contract/people/waitlist.ts'
import { storeResult } from '#server/quiz/save-result.ts'
import { joinAll } from '#server/signup/sign-up.ts'
import { freshFolder, freshStore, testSecret } from '#test/fresh-store.ts'
import { noon } from '#test/mailbox.ts'
import { operatorCommandWithInput } from '#test/operator.ts'
import { resultFor } from '#test/quiz-taker.ts'

const command = 'people'

/** The command as a process beside the open store. */
async function open() {
  const dataDir = freshFolder()
  const store = await freshStore('sqlite', { dataDir })
  const env = { DATA_DIR: dataDir, SECRET_KEY: testSecret }
  const people = (...args: string[]) => operatorCommandWithInput(command, env, '', ...args)
  const fed = (input: string, ...args: string[]) =>
    operatorCommandWithInput(command, env, input, ...args)
  const join = (email: string, origin: Partial<Origin> = {}) =>
    store.transact((trx) =>
      joinAll(
        trx,
        [
          {
            ...noOrigin,
            ...origin,
            email,
            placement: 'hero',
            consent: campaign.consents[0],
            charges: null,
          },
        ],
        'double',
        Date.now(),
      ),
    )
  return { store, dataDir, env, people, fed, join }
}

test('[DASH-9] export has origin and quiz type, and - writes only the list to standard output', async () => {
  const { people, join, store } = await open()
  await join('sanne@example.com', {
    source: 'pod cast',
    medium: 'audio',
    campaign: 'spring',
    referrer: 'news.example',
  })
  for (const [at, type] of (['focus', 'stress'] as const).entries()) {
    const save = {
      email: 'sanne@example.com',
      key: null,
      result: resultFor(type),
      source: '',
      consent: campaign.consents[0],
      charges: null,
    }
    await store.transact((trx) => storeResult(trx, save, 'double', noon + at))
  }
  const csv = await people('export', '--to', '-')
  expect([csv.code, csv.stderr]).toEqual([0, ''])
  expect(csv.stdout.split('\r\n').map((line) => line.split(',').slice(0, 9))).toEqual([
    [
      '\uFEFFemail',
      'state',
      'language',
      'placement',
      'source',
      'medium',
      'campaign',
      'referrer',
      'quiz_type',
    ],
    [
      'sanne@example.com',
      'unconfirmed',
      'en',
      'hero',
      'pod cast',
      'audio',
      'spring',
      'news.example',
      'stress',
    ],
    [''],
  ])
  const lines = await people('export', '--to', '-', '--format', 'jsonl')
  expect(JSON.parse(lines.stdout)).toMatchObject({
    email: 'sanne@example.com',
    source: 'pod cast',
    medium: 'audio',
    campaign: 'spring',
    referrer: 'news.example',
    quizResults: [{}, { performance_type: 'stress' }],
  })
})

test('an export is imported through a pipe, with dates, origin and order', async () => {
  const [from, to] = [await open(), await open()]
  for (const [n, email] of [
    'noor@example.com',
    'daan@example.com',
    'sanne@example.com',
  ].entries()) {
    await from.join(email, {
      source: 'pod cast',
      medium: 'audio',
      campaign: 'spring',
      referrer: 'news.example',
    })
    await from.store.db
      .updateTable('people')
      .set({ createdAt: noon - 86_400_000 * (n + 1), confirmedAt: noon, state: 'confirmed' })
      .where('email', '=', email)
      .execute()
  }
  const { stdout } = await from.people('export', '--to', '-')
  expect(
    await to.fed(
      stdout,
      'import',
      '-',
      '--confirmed',
      '--consent-source',
      'the old server',
      '--yes',
    ),
  ).toMatchObject({ code: 0, stdout: 'Rows: 3. Entered: 3. Refused: 0.\n' })
  const read = (store: typeof to.store) =>
    store.db
      .selectFrom('people')
      .select([
        'email',
        'source',
        'utmMedium',
        'utmCampaign',
        'referrerHost',
        'createdAt',
        'confirmedAt',
      ])
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
  expect(await read(to.store)).toEqual(await read(from.store))
})

test('import --json prints one object, and the list of refused rows may go to standard output', async () => {
  const { fed } = await open()
  const list = 'email\nsanne@example.com\nnobody\n'
  const json = await fed(list, 'import', '-', '--unconfirmed', '--json')
  expect([json.code, JSON.parse(json.stdout), json.stderr]).toMatchObject([
    0,
    {
      dry: true,
      rows: 2,
      entered: 1,
      refused: { 'no address that can be mailed': 1 },
      service: null,
      confirmed: false,
      columns: [{ name: 'email', use: 'address', values: ['sanne@example.com', 'nobody'] }],
      kinds: [['may be mailed', 1]],
      people: [{ line: 2, address: 'sanne@example.com' }],
      takenOff: 0,
    },
    '',
  ])
  const refused = await fed(list, 'import', '-', '--unconfirmed', '--refused', '-')
  expect([refused.stdout, refused.stderr]).toEqual([
    '\uFEFFline,reason,address\r\n3,no address that can be mailed,nobody\r\n',
    expect.stringMatching(/^Rows: 2\./),
  ])
})

test('a CSV without a header is refused for its missing email column, with no address in the sentence', async () => {
  const { dataDir, people } = await open()
  const list = join(dataDir, 'list.csv')
  writeFileSync(list, 'sanne.jansen@example.com;Sanne\nnoor@example.com;Noor\n')
  expect(await people('import', list, '--unconfirmed')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `${list} has no \`email\` column: its first line must name the columns, one of them \`email\`. It reads 'sa***@example.com', 'Sanne'.\n`,
  })
})

test('[DASH-9] stats --by source and day count sign-ups and imports apart, as text and as JSON', async () => {
  const { people, fed, join } = await open()
  await join('sanne@example.com', { source: 'pod cast' })
  await join('daan@example.com')
  await fed(
    'email,source\nnoor@example.com,HYROX stand\n',
    'import',
    '-',
    '--confirmed',
    '--consent-source',
    'stand',
    '--consent-date',
    '2026-01-31',
    '--yes',
  )
  const { stdout } = await people('stats', '--by', 'source')
  for (const line of [
    /^direct +1 +0 +0\.0 %$/m,
    /^pod cast +1 +0 +0\.0 %$/m,
    /^total +2 +0 +0\.0 %$/m,
    /^HYROX stand +1 +1 +100\.0 %$/m,
    /^imported, total +1 +1 +100\.0 %$/m,
    /^The last 28 days of Europe\/Amsterdam\./m,
  ])
    expect(stdout).toMatch(line)
  const json = JSON.parse(
    (await people('stats', '--by', 'placement', '--days', '7', '--json')).stdout,
  ) as object
  expect(json).toMatchObject({
    by: 'placement',
    timeZone: 'Europe/Amsterdam',
    days: 7,
    rows: [{ name: 'hero', joined: 2, confirmed: 0, confirmRate: 0 }],
    imports: [{ name: 'import', joined: 1, confirmed: 1, confirmRate: 1 }],
  })
})

test('an export ends well if its reader stops, as in `| head`', async () => {
  const { env, store } = await open()
  const people = Array.from({ length: 2_000 }, (_, n) => ({
    ...noOrigin,
    email: `athlete${n}@example.com`,
    placement: 'hero',
    consent: campaign.consents[0],
    charges: null,
  }))
  await store.transact((trx) => joinAll(trx, people, 'double', noon))
  const child = spawn(
    process.execPath,
    ['scripts/run-command.ts', command, 'export', '--to', '-'],
    {
      env: { PATH: process.env['PATH'], ...env },
    },
  )
  child.stdout.once('data', () => child.stdout.destroy())
  let complaint = ''
  child.stderr.on('data', (text: Buffer) => {
    complaint += text
  })
  const [code] = await once(child, 'close')
  expect([code, complaint]).toEqual([0, ''])
})
