import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { noOrigin, type Origin } from '#contract/people/waitlist.ts'
import { readConfig } from '#server/config/config.ts'
import { storeResult } from '#server/quiz/save-result.ts'
import { joinAll } from '#server/signup/sign-up.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { runAction } from '#test/run-action.ts'
import { type Engine, engines, freshFolder, freshStore, testSecret } from '#test/fresh-store.ts'
import { noon } from '#test/mailbox.ts'
import { operatorCommand } from '#test/operator.ts'
import { resultFor } from '#test/quiz-taker.ts'
import { filesThatHold } from '#test/store-files.ts'
import { peopleCommand } from './commands.ts'

async function open(engine: Engine) {
  const store = await freshStore(engine)
  const folder = freshFolder()
  const read = readConfig({ SECRET_KEY: testSecret, DATA_DIR: folder })
  if (!read.ok) throw new Error(read.problems.join())
  const run = async (...args: string[]) => {
    const lines: string[] = []
    const code = await runAction(peopleCommand, args, {
      store,
      config: read.config,
      now: noon,
      timeZone: 'Europe/Amsterdam',
      print: (line) => void lines.push(line),
      note: (line) => void lines.push(line),
    })
    return { code, output: lines.join('\n') }
  }
  const join = (email: string, origin: Partial<Origin> = {}, at = noon) =>
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
        at,
      ),
    )
  const stateOf = async (email: string) =>
    (
      await store.db
        .selectFrom('people')
        .select('state')
        .where('email', '=', email)
        .executeTakeFirst()
    )?.state
  return {
    store,
    run,
    join,
    stateOf,
    file: (name: string, text?: string) => {
      const path = `${folder}/${name}`
      if (text !== undefined) writeFileSync(path, text)
      return path
    },
  }
}

describe.each(engines)('npm run people on %s', (engine) => {
  test('stats counts people by state and by day', async () => {
    const { run, join } = await open(engine)
    await join('sanne@example.com')
    await join('daan@example.com', {}, noon - 24 * 3_600_000)
    await run('erase', 'noor@example.com')
    const { code, output } = await run('stats')
    expect(code).toBe(0)
    for (const line of [
      '2 unconfirmed',
      '0 confirmed',
      '1 erased',
      '1 joined on 2026-11-21',
      '1 joined on 2026-11-20',
      '0 joined on 2026-11-15',
    ])
      expect(output).toMatch(new RegExp(`^ +${line}`, 'm'))
  })

  test('find treats its text literally', async () => {
    const { run, join } = await open(engine)
    for (const email of ['sanne_w@example.com', 'sannexw@example.com']) await join(email)
    expect(await run('find', 'Sanne_')).toEqual({
      code: 0,
      output: 'unconfirmed  sanne_w@example.com',
    })
    expect((await run('find', 'sanne')).output.split('\n')).toHaveLength(2)
    expect((await run('find', '%')).code).toBe(1)
  })

  test('find takes an international host, or its beginning, as it is written', async () => {
    const { run, join } = await open(engine)
    await join('anna@xn--bcher-kva.example')
    for (const text of ['anna@bücher.example', 'bücher.example', '@BÜCHER'])
      expect((await run('find', text)).output).toBe('unconfirmed  anna@xn--bcher-kva.example')
  })

  test('show prints what the person sees', async () => {
    const { run, store } = await open(engine)
    const save = {
      email: 'sanne@example.com',
      key: null,
      result: resultFor('stress'),
      source: '',
      consent: campaign.consents[0],
      charges: null,
    }
    await store.transact((trx) => storeResult(trx, save, 'double', noon))
    const { code, output } = await run('show', 'Sanne@Example.com')
    expect([code, JSON.parse(output)]).toEqual([
      0,
      expect.objectContaining({
        email: 'sanne@example.com',
        consents: [expect.objectContaining({ placement: 'quiz' })],
        sequence: null,
        quizResults: [expect.objectContaining({ performance_type: 'stress', sequence: null })],
      }),
    ])
    expect((await run('show', 'noor@example.com')).code).toBe(1)
  })

  test('erase and suppress of an unknown address say that it was not on the list', async () => {
    const { run } = await open(engine)
    const saying = (output: RegExp) => ({ code: 0, output: expect.stringMatching(output) })
    expect(await run('erase', 'stranger@example.com')).toEqual(
      saying(/^The address was not on the list: there was nothing to erase\./),
    )
    expect(await run('suppress', 'stranger@example.com', '--reason', 'other')).toEqual(
      saying(/^The address was not on the list\. It is now stored as suppressed/),
    )
  })

  test('erase deletes, and an import cannot bring the person back', async () => {
    const { run, join, stateOf, file } = await open(engine)
    await join('sanne@example.com')
    expect(await run('erase', 'sanne@example.com')).toMatchObject({
      code: 0,
      output: expect.stringContaining('keyed hash'),
    })
    const list = file('list.csv', 'email\nsanne@example.com\n')
    expect((await run('import', list, '--unconfirmed', '--yes')).output).toContain('1 erased')
    expect(await stateOf('sanne@example.com')).toBeUndefined()
  })

  test.each([
    ['bounce', 'bounced'],
    ['complaint', 'complained'],
    ['other', 'suppressed'],
  ])('suppress --reason %s ends mail and sequences, of a stranger too', async (reason, state) => {
    const { run, join, stateOf, store } = await open(engine)
    await join('sanne@example.com')
    await run('suppress', 'sanne@example.com', '--reason', reason)
    await run('suppress', 'stranger@example.com', '--reason', reason)
    expect([await stateOf('sanne@example.com'), await stateOf('stranger@example.com')]).toEqual([
      state,
      state,
    ])
    expect(await store.db.selectFrom('outbox').select(['state', 'reason']).execute()).toEqual([
      { state: 'cancelled', reason: `the address is ${state}` },
    ])
    await join('stranger@example.com')
    expect(await store.db.selectFrom('outbox').select('email').execute()).toEqual([
      { email: 'sanne@example.com' },
    ])
  })

  test('export writes the last consent of each person as CSV without formulas, and all personal data as JSON lines', async () => {
    const { run, join, file, store } = await open(engine)
    for (const email of ['=1+1@example.com', 'sanne@example.com'])
      await join(email, {
        source: 'pod cast',
        medium: 'audio',
        campaign: 'spring',
        referrer: 'news.example',
      })
    await store.transact(async (trx) =>
      confirmPerson(
        trx,
        (
          await trx
            .selectFrom('people')
            .select('id')
            .where('email', '=', 'sanne@example.com')
            .executeTakeFirstOrThrow()
        ).id,
        noon + 1_000,
      ),
    )
    const [csv, lines] = [file('people.csv'), file('people.jsonl')]
    expect((await run('export', '--to', csv)).output).toBe(`Written to ${csv}: 2 people.`)
    expect(readFileSync(csv, 'utf8')).toBe(
      [
        '\uFEFFemail,state,language,placement,source,medium,campaign,referrer,quiz_type,joined_at,confirmed_at,left_at,imported_at,mail_resumes_at,language_chosen_at,consent_version,consent_language,consent_wording,consent_placement,consent_source,consent_given_at,offers,line_order,line_friends,line_code',
        "'=1+1@example.com,unconfirmed,en,hero,pod cast,audio,spring,news.example,,2026-11-21T12:00:00.000Z,,,,,,2026-11-27,en,By joining you agree to emails about this launch. Leave any time.,hero,,2026-11-21T12:00:00.000Z,,,,",
        'sanne@example.com,confirmed,en,hero,pod cast,audio,spring,news.example,,2026-11-21T12:00:00.000Z,2026-11-21T12:00:01.000Z,,,,,2026-11-27,en,By joining you agree to emails about this launch. Leave any time.,hero,,2026-11-21T12:00:00.000Z,"earlyBird, founding 1, legacyPack 1, mysteryReward 1, program 1",,,',
        '',
      ].join('\r\n'),
    )
    await run('export', '--to', lines, '--state', 'confirmed')
    expect(JSON.parse(readFileSync(lines, 'utf8'))).toMatchObject({
      email: 'sanne@example.com',
      consents: [{ version: '2026-11-27' }],
      mails: [{ template: 'confirm' }, { template: 'welcome' }],
    })
    expect(statSync(csv).mode & 0o777).toBe(0o600)
    expect(await run('export', '--to', csv)).toMatchObject({
      code: 1,
      output: expect.stringContaining('exists already: name a new file'),
    })
  })

  test.each(['people.csv', 'people.jsonl'])(
    'an export to %s can be imported into an empty store',
    async (name) => {
      const [from, to] = [await open(engine), await open(engine)]
      for (const email of ['+sanne@example.com', 'daan@example.com']) await from.join(email)
      const path = from.file(name)
      await from.run('export', '--to', path)
      expect(
        (
          await to.run(
            'import',
            path,
            '--unconfirmed',
            '--consent-source',
            'the old server',
            '--yes',
          )
        ).output,
      ).toContain('Entered: 2. Refused: 0.')
      const consents = await to.store.db
        .selectFrom('consents')
        .innerJoin('people', 'people.id', 'personId')
        .select(['email', 'version', 'consents.source', 'givenAt'])
        .orderBy('email')
        .execute()
      expect(consents).toEqual(
        ['+sanne@example.com', 'daan@example.com'].map((email) => ({
          email,
          version: '2026-11-27',
          source: 'the old server',
          givenAt: noon,
        })),
      )
    },
  )

  test('import reports what it would do, does it with --yes, and lists refused rows', async () => {
    const { run, stateOf, file } = await open(engine)
    const list = file(
      'list.csv',
      'email,consent_date\nsanne@example.com,2026-01-31\nnobody,\n=cmd|x@example.com,\n',
    )
    const words = ['import', list, '--confirmed', '--consent-source', 'HYROX stand']
    expect(await run(...words)).toEqual({
      code: 0,
      output: [
        'Rows: 3. Would be entered: 1. Refused: 2.',
        '        1 no address that can be mailed',
        '        1 no date of the consent: add a column consent_date, or the option --consent-date',
        'Note: No column says who left, bounced or complained. If the earlier service exports these people apart, import that file as well, with --left.',
        'What the rows say:',
        '        2 may be mailed',
        'Columns, each with some of its values:',
        '  email: address [sanne@example.com | nobody | =cmd|x@example.com]',
        '  consent_date: date of the consent [2026-01-31]',
        'The first that would be entered, confirmed:',
        '  line 2: sanne@example.com, agreed 2026-01-31 at HYROX stand',
        'Nothing is imported yet: run the same command with --yes.',
      ].join('\n'),
    })
    expect(await stateOf('sanne@example.com')).toBeUndefined()
    await run(...words, '--yes', '--refused', file('refused.csv'))
    expect(await stateOf('sanne@example.com')).toBe('confirmed')
    expect(readFileSync(file('refused.csv'), 'utf8')).toBe(
      '\uFEFFline,reason,address\r\n3,no address that can be mailed,nobody\r\n4,"no date of the consent: add a column consent_date, or the option --consent-date",\'=cmd|x@example.com\r\n',
    )
  })

  test('an unreadable file is named in one sentence', async () => {
    const { run, file } = await open(engine)
    expect(await run('import', file('broken.csv', 'email\n"sanne'), '--unconfirmed')).toMatchObject(
      { code: 1, output: expect.stringContaining('no end') },
    )
    expect(await run('import', 'nowhere.csv', '--unconfirmed')).toMatchObject({
      code: 1,
      output: expect.stringContaining('nowhere.csv does not exist: use a path'),
    })
    expect(await run('show', 'nobody')).toMatchObject({
      code: 1,
      output: "'nobody' is not a valid e-mail address.",
    })
  })
})

test('the help of import names the columns that it needs, and the time zone of its dates', async () => {
  const { run } = await open('sqlite')
  const help = (await run('import', '--help')).output.replaceAll(/\s+/g, ' ')
  expect(help).toContain('needs a header with a column email (or e_mail, email_address,')
  expect(help).toContain('consent_given_at or consent_date and consent_source')
  expect(help).toContain('without a time zone they are UTC')
})

test.each([
  ['', 'The action is missing.'],
  ['constructor', "'constructor' is not an action of npm run people."],
  ['find', 'TEXT is missing.'],
  ['stats --days 5', '--days needs --by.'],
  ['export -', "'-' is not expected here."],
  ['show a b', "'b' is one argument too many: put quotes around a value that has spaces."],
  ['suppress a@example.com', '--reason is missing.'],
  ['suppress a@example.com --reason anger', "--reason is 'anger': use bounce, complaint or other."],
  ['export', '--to is missing.'],
  [
    'export --to a.csv --state somewhere',
    "--state is 'somewhere': use unconfirmed, confirmed, unsubscribed, bounced, complained or suppressed.",
  ],
  ['stats --by week', "--by is 'week': use source, placement, day or language."],
  ['stats --by day --days 0', "--days is '0': use a whole number from 1 to 400, in digits alone."],
  ['export --to a.csv --format xml', "--format is 'xml': use csv or jsonl."],
  ['import a.csv', 'Add --confirmed, --unconfirmed or --left: what the people in the file are.'],
  [
    'import a.csv --confirmed --unconfirmed',
    'Add --confirmed, --unconfirmed or --left: what the people in the file are.',
  ],
  [
    'import a.csv --confirmed --left',
    'Add --confirmed, --unconfirmed or --left: what the people in the file are.',
  ],
  [
    'import a.csv --left --consent-date 2026-01-31',
    'With --left nobody is entered: leave out the options of the consent.',
  ],
  ['import a.csv --confirmed --reason left', '--reason needs --left.'],
  [
    'import a.csv --left --reason bored',
    "--reason is 'bored': use complained, blocked, left or undeliverable.",
  ],
  [
    'import a.csv --confirmed --consent-date never',
    "--consent-date is 'never': use a date like 2026-01-31.",
  ],
  [
    'import a.csv --confirmed --consent-date 2027-02-29',
    "--consent-date is '2027-02-29': there is no such day: choose another one.",
  ],
  ['stats --all', "Unknown option '--all'."],
])("'%s' says in one line what is wrong, and where to look", async (args, reason) => {
  const { run } = await open('sqlite')
  expect(await run(...args.split(' ').filter(Boolean))).toEqual({
    code: 2,
    output: `${reason} See: npm run people -- --help`,
  })
})

test('ends normally if its reader stops, as in `| head`', async () => {
  const dataDir = freshFolder()
  await freshStore('sqlite', { dataDir })
  const command = spawn(process.execPath, ['scripts/run-command.ts', 'people', 'stats'], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, SECRET_KEY: testSecret },
  })
  command.stdout.destroy()
  let complaint = ''
  command.stderr.on('data', (text: Buffer) => {
    complaint += text
  })
  const [code] = await once(command, 'close')
  expect([code, complaint]).toEqual([0, ''])
})

test('erase beside a server leaves no bytes of the address in the files of the store', async () => {
  const dataDir = freshFolder()
  const store = await freshStore('sqlite', { dataDir })
  await store.transact((trx) =>
    joinAll(
      trx,
      [
        {
          email: 'sanne@example.com',
          placement: 'hero',
          source: '',
          consent: campaign.consents[0],
          charges: null,
        },
      ],
      'double',
      noon,
    ),
  )
  expect(filesThatHold(dataDir, 'sanne@example.com')).not.toEqual([])
  expect(
    await operatorCommand(
      'people',
      { DATA_DIR: dataDir, SECRET_KEY: testSecret },
      'erase',
      'sanne@example.com',
    ),
  ).toMatchObject({ code: 0 })
  expect(filesThatHold(dataDir, 'sanne@example.com')).toEqual([])
})

test.each([
  'erase sanne@example.com',
  'suppress sanne@example.com --reason other',
  'import LIST --unconfirmed --yes',
])("'%s' is refused where SECRET_KEY lacks the secret of the data folder", async (args) => {
  const dataDir = freshFolder()
  const store = await freshStore('sqlite', { dataDir })
  writeFileSync(join(dataDir, 'secret'), testSecret)
  writeFileSync(join(dataDir, 'list.csv'), 'email\nsanne@example.com\n')
  const words = args.replace('LIST', join(dataDir, 'list.csv')).split(' ')
  expect(
    await operatorCommand(
      'people',
      { DATA_DIR: dataDir, SECRET_KEY: 'a-newer-secret-of-which-nobody-knows-it' },
      ...words,
    ),
  ).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^SECRET_KEY lacks a secret of [^\n]+\n$/),
  })
  expect([
    await store.db.selectFrom('people').selectAll().execute(),
    await store.db.selectFrom('erased').selectAll().execute(),
  ]).toEqual([[], []])
})

test('the command runs beside the server, on the same store', async () => {
  const dataDir = freshFolder()
  const store = await freshStore('sqlite', { dataDir })
  const list = join(dataDir, 'list.csv')
  writeFileSync(list, 'email\nsanne@example.com\n')
  const output = await new Promise((done) =>
    execFile(
      process.execPath,
      ['scripts/run-command.ts', 'people', 'import', list, '--unconfirmed', '--yes'],
      { env: { PATH: process.env['PATH'], DATA_DIR: dataDir, SECRET_KEY: testSecret } },
      (_, out, err) => done(out + err),
    ),
  )
  expect(output).toBe('Rows: 1. Entered: 1. Refused: 0.\n')
  expect(await store.db.selectFrom('people').select('email').execute()).toEqual([
    { email: 'sanne@example.com' },
  ])
})
