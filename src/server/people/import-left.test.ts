import { describe, expect, test } from 'vitest'
import { engines } from '#test/fresh-store.ts'
import { openPeople, proven } from '#test/people-imports.ts'

/** Lists of people who may not be mailed, as mail services export them: none of them says it in a status column alone. */
const suppressionLists: readonly (readonly [name: string, kind: string, text: string])[] = [
  [
    "Mailgun's list of bounces",
    'undeliverable',
    'address,code,error,created_at\nanna@a.test,550,No such mailbox,"Mon, 15 Jan 2024 10:30:00 UTC"\nbert@a.test,550,"5.1.1 unknown, user","Mon, 15 Jan 2024 10:30:00 UTC"\n',
  ],
  [
    "Mailgun's list of people who unsubscribed",
    'left',
    'address,tags,created_at\nanna@a.test,*,"Mon, 15 Jan 2024 10:30:00 UTC"\nbert@a.test,news,"Mon, 15 Jan 2024 10:30:00 UTC"\n',
  ],
  [
    "SendGrid's list of bounces or blocks",
    'undeliverable',
    'status,reason,email,created\n5.1.1,550 5.1.1 no such account,anna@a.test,1705314600\n,mailbox away,bert@a.test,1705314600\n',
  ],
  [
    "SendGrid's list of invalid addresses",
    'undeliverable',
    'reason,email,created\nMail domain mentioned in email address is unknown,anna@a.test,1705314600\nMail domain mentioned in email address is unknown,bert@a.test,1705314600\n',
  ],
  [
    "SendGrid's list of spam reports",
    'complained',
    'ip,email,created\n192.0.2.1,anna@a.test,1705314600\n192.0.2.2,bert@a.test,1705314600\n',
  ],
  [
    "Postmark's suppression list",
    'complained',
    'EmailAddress,SuppressionReason,Origin,CreatedAt\nanna@a.test,SpamComplaint,Recipient,2019-12-17T08:58:33-05:00\nbert@a.test,SpamComplaint,Recipient,2019-12-17T08:58:33-05:00\n',
  ],
  [
    "Amazon SES's suppression list",
    'undeliverable',
    'EmailAddress,Reason,LastUpdateTime\nanna@a.test,BOUNCE,2024-01-15T10:30:00Z\nbert@a.test,BOUNCE,2024-01-15T10:30:00Z\n',
  ],
  [
    "Resend's suppression list",
    'left',
    'id,email,origin,source_id,created_at\n1,anna@a.test,manual,,2026-10-06T23:47:56.678Z\n2,bert@a.test,manual,,2026-10-06T23:47:56.678Z\n',
  ],
  [
    "SparkPost's suppression list",
    'left',
    'recipient,type,source\nanna@a.test,transactional,Manually Added\nbert@a.test,non_transactional,List Unsubscribe\n',
  ],
  [
    "Mandrill's rejection list",
    'left',
    'email,reason,detail,created_at,expires_at,last_event_at,expires_at,subaccount\nanna@a.test,custom,,2015-11-03 10:22:19,2015-11-04 10:22:19,2015-11-03 10:22:19,2015-11-04 10:22:19,\nbert@a.test,custom,,2015-11-03 10:22:19,2015-11-04 10:22:19,2015-11-03 10:22:19,2015-11-04 10:22:19,\n',
  ],
]

describe.each(suppressionLists)('[IMPORT-2] %s', (name, kind, text) => {
  test('is not imported as confirmed until the operator chooses', async () => {
    const { brings, people, notes } = await openPeople()
    const dry = await brings(text, proven)
    expect(dry.code).toBe(0)
    expect(dry.output).toContain(
      `Nothing is imported, and --yes is refused. The file looks like ${name}: its people may not be mailed`,
    )
    const refused = await brings(text)
    expect(refused.code).toBe(1)
    expect(refused.output).toContain('If everybody in the file left, choose --left.')
    expect([await people(), await notes()]).toEqual([[], []])
  })

  test('with --left enters nobody, notes everybody and takes off who is here by an import', async () => {
    const { brings, people, notes } = await openPeople()
    await brings('email\nanna@a.test\ncarl@a.test\n')
    const dry = await brings(text, ['--left'])
    expect(dry.output).toContain('Would be entered: 0.')
    expect(dry.output).toContain('Would be taken off the list')
    expect(dry.output).toContain(`        2 ${kind}`)
    expect(await people()).toEqual(['anna confirmed', 'carl confirmed'])
    await brings(text, ['--left', '--yes'])
    expect(await people()).toEqual(['anna unsubscribed', 'carl confirmed'])
    expect((await notes()).map((note) => note.kind)).toEqual([kind, kind])
    const again = await brings('email\nbert@a.test\n')
    expect(again.output).toContain(`1 an earlier import says: ${kind}`)
  })
})

describe.each(engines)('[IMPORT-2] a file in which everybody left, on %s', (engine) => {
  test.each([
    ['a plain column of addresses', 'email\nanna@a.test\nbert@a.test\nanna@a.test\n'],
    ["SendGrid's people who unsubscribed", 'email,created\nanna@a.test,1\nbert@a.test,2\n'],
    ["Mailgun's complaints", 'address,created_at\nanna@a.test,2024-01-15\nbert@a.test,\n'],
    [
      'words that say the opposite',
      'email,status,confirmed,consent_date,consent_source\nanna@a.test,subscribed,yes,2024-01-01,shop\nbert@a.test,odd,no,2031-01-01,shop\n',
    ],
    ['a row that is cut off', 'email,name,status\nanna@a.test,A,active\nbert@a.test,B\n'],
  ])('enters nobody: %s', async (_, text) => {
    const { brings, people, notes } = await openPeople(engine)
    expect((await brings(text, ['--left', '--yes'])).code).toBe(0)
    expect(await people()).toEqual([])
    const stored = await notes()
    expect(stored.map(({ kind }) => kind)).toEqual(['left', 'left'])
    expect(JSON.stringify(stored)).not.toContain('a.test')
    expect((await brings('email\nanna@a.test\nbert@a.test\n')).output).toContain('Entered: 0.')
  })

  test('changes nobody who confirmed here, and everybody in it can sign up', async () => {
    const { brings, joins, confirms, people, notes } = await openPeople(engine)
    await joins('anna@a.test')
    await confirms('anna@a.test')
    await brings('email\nanna@a.test\nbert@a.test\n', ['--left', '--yes'])
    expect(await people()).toEqual(['anna confirmed'])
    expect(await notes()).toHaveLength(1)
    await joins('bert@a.test')
    await confirms('bert@a.test')
    expect(await people()).toEqual(['anna confirmed', 'bert confirmed'])
  })
})

test('[IMPORT-2] the reason of the operator counts where a row says nothing, or something milder', async () => {
  const { brings, notes } = await openPeople()
  const text = 'email,status\nanna@a.test,bounced\nbert@a.test,complained\ncarl@a.test,\n'
  const { output } = await brings(text, ['--left', '--reason', 'blocked', '--yes'])
  expect((await notes()).map(({ kind }) => kind).toSorted()).toEqual([
    'blocked',
    'blocked',
    'complained',
  ])
  expect(output).toContain('2 everybody in this file left (blocked)')
  expect(output).toContain('1 the file says: complained (status says complained)')
})

test('[IMPORT-3] with --left the report warns of a column that says who may be mailed', async () => {
  const { brings } = await openPeople()
  const { output } = await brings(
    'email,status\nanna@a.test,subscribed\nbert@a.test,unsubscribed\n',
    ['--left'],
  )
  expect(output).toContain('Note: The column status says of people in the file that they may be')
  expect(output).not.toContain('No column says who left')
})

test.each([
  ['email,created\nanna@a.test,2024-01-15\n', "SendGrid's list of people who unsubscribed"],
  ['address,created_at\nanna@a.test,2024-01-15\n', "Mailgun's list of complaints"],
  ['email,ip,created\nanna@a.test,192.0.2.1,2024-01-15\n', "SendGrid's list of spam reports"],
  ['email,reason,created\nanna@a.test,I run,2024-01-15\n', "SendGrid's list of invalid addresses"],
])(
  '[IMPORT-3] an ordinary list with the columns of %j is imported as confirmed, and the report has a hint',
  async (text, name) => {
    const { brings, people } = await openPeople()
    expect((await brings(text, proven)).output).toContain(
      `Note: The file has the columns of ${name}, which other lists have as well. If everybody in the file left, choose --left.`,
    )
    expect((await brings(text)).code).toBe(0)
    expect(await people()).toEqual(['anna confirmed'])
  },
)

test.each([
  'email,created_at',
  'email,name,created',
  'email,reason,created_at,name',
  'email,tags,created_at',
  'email,type,source',
  'email,code,created_at',
])('[IMPORT-3] an ordinary list with %s has no such hint', async (header) => {
  const { brings } = await openPeople()
  const cells = header.split(',').map((name) => (name === 'email' ? 'anna@a.test' : ''))
  const { output } = await brings(`${header}\n${cells.join(',')}\n`, proven)
  expect(output).not.toMatch(/has the columns of|looks like/)
})

test('[IMPORT-3] a list that only looks like one of people who left is imported once its column is left out', async () => {
  const { brings, people } = await openPeople()
  const text = 'ip,email,created\n192.0.2.1,anna@a.test,2024-01-15\n'
  expect((await brings(text)).code).toBe(1)
  expect((await brings(text, [...proven, '--ignore-column', 'ip', '--yes'])).code).toBe(0)
  expect(await people()).toEqual(['anna confirmed'])
})
