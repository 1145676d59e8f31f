import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countAudience } from '#server/letters/audience.ts'
import { engines, freshFolder, testSecret } from '#test/fresh-store.ts'
import { openPeople, proven } from '#test/people-imports.ts'

/** An export of each service whose columns are known: one person stays, all others do not. */
const exportsOf: Record<string, string> = {
  'Mailchimp, people who unsubscribed':
    'Email Address,First Name,OPTIN_TIME,CONFIRM_TIME,UNSUB_TIME,UNSUB_REASON,LEID,EUID\nleft@a.test,A,2023-01-01 10:00:00,2023-01-01 10:01:00,2024-01-15 10:30:00,NORMAL,1,x\n',
  'Mailchimp, cleaned addresses':
    'Email Address,First Name,OPTIN_TIME,CONFIRM_TIME,CLEAN_TIME,CLEAN_CAMPAIGN_TITLE,LEID,EUID\ndead@a.test,A,2023-01-01 10:00:00,2023-01-01 10:01:00,2024-01-15 10:30:00,News,1,x\n',
  Ghost:
    'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers\n1,stays@a.test,A,,true,false,,2024-01-15T10:30:00.000Z,,,\n2,left@a.test,B,,false,false,,2024-01-16T10:30:00.000Z,,,\n3,gone@a.test,C,,true,false,,2024-01-16T10:30:00.000Z,2024-05-01T00:00:00.000Z,,\n',
  listmonk:
    'uuid,email,name,attributes,status,created_at,updated_at\n1,stays@a.test,A,{},enabled,2024-01-15T10:30:00Z,2024-01-15T10:30:00Z\n2,blocked@a.test,B,{},blocklisted,2024-01-15T10:30:00Z,2024-01-15T10:30:00Z\n3,off@a.test,B,{},disabled,2024-01-15T10:30:00Z,2024-01-15T10:30:00Z\n',
  Substack:
    'email,active_subscription,expiry,plan,email_disabled,created_at\nstays@a.test,false,,other,false,2024-01-15T10:30:00.000Z\nmuted@a.test,true,,other,true,2024-01-15T10:30:00.000Z\n',
  Mailtrain:
    'Email,First Name,Status\nstays@a.test,A,SUBSCRIBED\nleft@a.test,B,UNSUBSCRIBED\ndead@a.test,C,BOUNCED\nspam@a.test,C,COMPLAINED\n',
  Buttondown:
    'id,email,notes,subscriber_type,referrer_url,creation_date,subscription_date,unsubscription_date\n1,stays@a.test,,regular,,2024-01-15 10:30:00.123456+00,2024-01-15 10:31:00+00,\n2,left@a.test,,unsubscribed,,2024-01-15 10:30:00+00,,2024-03-01 10:00:00+00\n3,early@a.test,,unactivated,,2024-01-15 10:30:00+00,,\n4,dead@a.test,,undeliverable,,2024-01-15 10:30:00+00,,\n5,away@a.test,,removed,,2024-01-15 10:30:00+00,,\n6,twice@a.test,,regular,,2024-01-15 10:30:00+00,,2024-03-01\n',
  beehiiv:
    'email,First Name,status,tier,created_at,stripe_customer_id,unsubscribed_at\nstays@a.test,A,active,free,2023-03-24 10:23:10 UTC,,\nleft@a.test,B,inactive,free,2023-03-24 10:23:10 UTC,,2024-01-01 00:00:00 UTC\nearly@a.test,B,pending,free,2023-03-24 10:23:10 UTC,,\nwrong@a.test,B,invalid,premium,2023-03-24 10:23:10 UTC,,\n',
  Kit: 'email_address,first_name,state,created_at\nstays@a.test,A,active,2024-01-15T10:30:00Z\nleft@a.test,B,cancelled,2024-01-15T10:30:00Z\nspam@a.test,B,complained,2024-01-15T10:30:00Z\ndead@a.test,B,bounced,2024-01-15T10:30:00Z\nearly@a.test,B,inactive,2024-01-15T10:30:00Z\n',
  EmailOctopus:
    'Email address,First name,Status\nstays@a.test,A,SUBSCRIBED\nleft@a.test,B,UNSUBSCRIBED\nearly@a.test,C,PENDING\n',
  Klaviyo:
    'Email,First Name,Email Marketing Consent,Email Suppressions\nstays@a.test,A,SUBSCRIBED,[]\nleft@a.test,B,UNSUBSCRIBED,[]\nnever@a.test,C,NEVER_SUBSCRIBED,[]\ndead@a.test,D,SUBSCRIBED,HARD_BOUNCE\n',
  Shopify:
    'First Name,Email,Accepts Email Marketing,Total Spent,Tags\nA,stays@a.test,yes,0.00,\nB,left@a.test,no,12.00,\n',
  Keila:
    'Email,First name,Status\nstays@a.test,A,active\nleft@a.test,B,unsubscribed\ndead@a.test,C,unreachable\n',
  MailerLite:
    'Subscriber,Name,Status\nstays@a.test,A,Active\nleft@a.test,B,Unsubscribed\nspam@a.test,C,Junk\nearly@a.test,C,Unconfirmed\ndead@a.test,C,Bounced\n',
  Sendy:
    'Name,Email,Status\nA,stays@a.test,Active\nB,left@a.test,Unsubscribed\nC,dead@a.test,Bounced\nD,spam@a.test,Marked as spam\nE,early@a.test,Unconfirmed\n',
  Brevo: 'EMAIL,FIRSTNAME,EMAIL_BLACKLISTED\nstays@a.test,A,false\nleft@a.test,B,true\n',
  GetWaitlist:
    'email,created_at,priority,amount_referred,referral_token,removed_date\nstays@a.test,2022-04-10_18-34-28,1,0,A,\nleft@a.test,2022-04-10_18-34-28,2,0,B,2022-05-10_18-34-28\n',
  'Klaviyo, with text messages':
    'Email,Email Marketing Consent,SMS Marketing Consent,Email Suppressions\nstays@a.test,SUBSCRIBED,UNSUBSCRIBED,\nleft@a.test,UNSUBSCRIBED,SUBSCRIBED,\ndead@a.test,SUBSCRIBED,,"[""HARD_BOUNCE""]"\n',
  Wix: 'First Name,Email 1,Created At (UTC+0),Email subscriber status,SMS subscriber status\nA,stays@a.test,2024-01-10 16:35,Subscribed,Never subscribed\nB,left@a.test,2024-01-10 16:35,Unsubscribed,Subscribed\nC,never@a.test,2024-01-10 16:35,Never subscribed,\n',
  'Constant Contact':
    'Email address,Email status,Email permission status,Confirmed Opt-Out Date,Confirmed Opt-Out Reason,Created At\nstays@a.test,Active,Implied,,,2020-09-25 16:45:13 -0400\nleft@a.test,Unsubscribed,Unsubscribed,2021-09-25 16:45:13 -0400,no,2020-09-25 16:45:13 -0400\nearly@a.test,Awaiting confirmation,Pending confirmation,,,2020-09-25 16:45:13 -0400\nnever@a.test,Active,No permissions set,,,2020-09-25 16:45:13 -0400\n',
  AWeber:
    'Email,Name,Stop Time,Stop Status,Region\nstays@a.test,A,,,CA\nleft@a.test,B,01/15/24 10:30am,unsubscribed,CA\ngone@a.test,C,01/15/24 10:30am,,CA\n',
  phpList:
    'Email\tIs this subscriber confirmed\tIs this subscriber blacklisted\tNumber of bounces\tEntered\nstays@a.test\t1\t0\t0\t2024-01-15 10:30:00\nearly@a.test\t0\t0\t0\t2024-01-15 10:30:00\nblocked@a.test\t1\t1\t0\t2024-01-15 10:30:00\n',
  Loops:
    'email,subscribed,optInStatus,createdAt\nstays@a.test,true,accepted,2024-01-15T10:30:00.000Z\nleft@a.test,false,accepted,2024-01-15T10:30:00.000Z\nearly@a.test,true,pending,2024-01-15T10:30:00.000Z\nnever@a.test,true,rejected,2024-01-15T10:30:00.000Z\n',
  CleverReach:
    'email;activated;deactivated;bounced\nstays@a.test;15.01.2024 10:31;0;0\nearly@a.test;0;0;0\nleft@a.test;15.01.2024 10:31;16.02.2024 10:30;0\ndead@a.test;15.01.2024 10:31;0;17.02.2024\n',
  Intercom:
    'Email,Unsubscribed from Emails,Marked email as spam,Has hard bounced\nstays@a.test,false,false,false\nleft@a.test,true,false,false\nspam@a.test,false,true,false\ndead@a.test,false,false,true\n',
  'a Mailgun list': 'address,name,subscribed,vars\nstays@a.test,A,yes,{}\nleft@a.test,B,no,{}\n',
  'a Dutch form':
    'Tijdstempel,Wat is je e-mailadres?,Wil je de nieuwsbrief ontvangen?\n15-1-2024 10:30:00,stays@a.test,Ja\n16-1-2024 10:30:00,left@a.test,Nee\n17-1-2024 10:30:00,never@a.test,\n',
  'the Newsletter plugin':
    'email,status,created,unsub_time\nstays@a.test,C,2024-01-15 10:30:00,0\nleft@a.test,U,2024-01-15 10:30:00,1705276800\nearly@a.test,S,2024-01-15 10:30:00,0\ndead@a.test,B,2024-01-15 10:30:00,0\n',
  'a Dutch list':
    'E-mailadres;Status;Uitgeschreven op\nstays@a.test;Ingeschreven;\nleft@a.test;Uitgeschreven;\nlate@a.test;Ingeschreven;2024-01-15\n',
  'a German list':
    'E-Mail-Adresse;Status\nstays@a.test;Angemeldet\nleft@a.test;Abgemeldet\nearly@a.test;Unbestätigt\n',
  'a French list': 'Adresse e-mail;Statut\nstays@a.test;Abonné\nleft@a.test;Désabonné\n',
  'a Spanish list': 'Correo electrónico;Estado\nstays@a.test;Suscrito\nleft@a.test;Dado de baja\n',
  'a list with a tick column': 'email,unsubscribed\nstays@a.test,\nleft@a.test,x\n',
  'a list with an unknown name of its status column':
    'email,Nieuwsbrief 2024\nstays@a.test,Subscribed\nleft@a.test,Unsubscribed\n',
}

test.each(Object.entries(exportsOf))(
  '[IMPORT-1] of an export of %s only those are entered who may be mailed',
  async (_, text) => {
    const { brings, people } = await openPeople()
    const { output } = await brings(text)
    const stays = text.includes('stays@a.test') ? ['stays confirmed'] : []
    expect([output.split('\n')[0], await people()]).toEqual([
      expect.stringContaining(`Entered: ${stays.length}.`),
      stays,
    ])
  },
)

test('[IMPORT-1] JSON lines say who left with yes and no, and with dates', async () => {
  const { brings, people } = await openPeople()
  const lines = [
    { email: 'stays@a.test', subscribed: true, unsubscribedAt: null },
    { email: 'left@a.test', subscribed: false },
    { email: 'gone@a.test', subscribed: true, unsubscribedAt: '2024-01-15T10:30:00Z' },
    { email: 'dead@a.test', subscribed: true, bounced: 1 },
  ]
  await brings(lines.map((line) => JSON.stringify(line)).join('\n'), undefined, 'jsonl')
  expect(await people()).toEqual(['stays confirmed'])
})

const left = fc.constantFrom<Record<string, string | boolean>>(
  { status: 'unsubscribed' },
  { status: 'Bounced' },
  { status: 'COMPLAINED' },
  { status: 'blocklisted' },
  { subscribed: 'no' },
  { subscribed: false },
  { email_disabled: 'TRUE' },
  { unsubscribed: 'x' },
  { unsubscribed_at: '2024-01-15' },
  { clean_time: '2024-01-15 10:00:00' },
  { deleted_at: '1705276800' },
)
const mailable = fc.constantFrom<Record<string, string | boolean>>(
  {},
  { status: 'subscribed' },
  { subscribed: true },
  { subscribed: 'yes', email_disabled: '0' },
  { unsubscribed_at: '0000-00-00 00:00:00', status: 'active' },
)
const address = fc.constantFrom('a', 'b', 'c', 'd', 'e').map((name) => `${name}@a.test`)
const rowsOfLists = fc.array(
  fc.record({ email: address, says: fc.oneof(left, mailable), isLeft: fc.constant(false) }),
  { minLength: 1, maxLength: 12 },
)

test.each(['csv', 'jsonl'])(
  '[IMPORT-1] [IMPORT-2] no row that says left in any known way, in any order of %s, is ever entered',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(
        rowsOfLists,
        fc.array(fc.tuple(address, left), { maxLength: 4 }),
        async (rows, leavers) => {
          const all = [
            ...rows.map(({ email, says }) => ({ email, ...says })),
            ...leavers.map(([email, says]) => ({ email, ...says })),
          ].toSorted((a, b) => JSON.stringify(a).length - JSON.stringify(b).length)
          const { brings, people, store } = await openPeople()
          const columns = [
            'email',
            'status',
            'subscribed',
            'email_disabled',
            'unsubscribed',
            'unsubscribed_at',
            'clean_time',
            'deleted_at',
          ]
          const text =
            format === 'jsonl'
              ? all.map((row) => JSON.stringify(row)).join('\n')
              : [
                  columns,
                  ...all.map((row) =>
                    columns.map((name) => String((row as Record<string, unknown>)[name] ?? '')),
                  ),
                ]
                  .map((cells) => cells.join(','))
                  .join('\n')
          await brings(text, undefined, format)
          const entered = await people()
          await store.close()
          for (const [email] of leavers) expect(entered).not.toContain(`${email[0]} confirmed`)
        },
      ),
      { numRuns: 25 },
    )
  },
)

describe.each(engines)('[IMPORT-2] on %s', (engine) => {
  test('a July and a September export of one list: who left meanwhile is taken off and stays out', async () => {
    const { brings, people, notes, run } = await openPeople(engine)
    const names = ['anna', 'bert', 'carl', 'dina']
    const file = (left: readonly string[]) =>
      `email,status\n${names.map((name) => `${name}@a.test,${left.includes(name) ? 'unsubscribed' : 'subscribed'}\n`).join('')}`
    await brings(file(['dina']))
    expect(await people()).toEqual(['anna confirmed', 'bert confirmed', 'carl confirmed'])
    const dry = await brings(file(['bert', 'dina']), proven)
    expect(dry.output).toContain(
      'Would be taken off the list, as they left elsewhere and are here only by an earlier import: 1.',
    )
    expect(await people()).toContain('bert confirmed')
    expect((await brings(file(['bert', 'dina']))).output).toContain('Taken off the list')
    expect(await people()).toEqual(['anna confirmed', 'bert unsubscribed', 'carl confirmed'])
    const again = await brings(file([]))
    expect(again.output).toContain('1 an earlier import says: left')
    expect(again.output).toContain('1 here already: left')
    expect(await people()).toEqual(['anna confirmed', 'bert unsubscribed', 'carl confirmed'])
    const stored = await notes()
    expect(stored.map(({ kind }) => kind)).toEqual(['left', 'left'])
    expect(JSON.stringify(stored)).not.toContain('a.test')
    expect((await run('stats')).code).toBe(0)
  })

  test('a leaver can sign up here, and a later file changes nobody who confirmed here', async () => {
    const { brings, joins, confirms, people } = await openPeople(engine)
    const gone = 'email,status\nanna@a.test,unsubscribed\n'
    await brings(gone)
    await joins('anna@a.test')
    await confirms('anna@a.test')
    expect(await people()).toEqual(['anna confirmed'])
    expect((await brings(gone)).output).toContain('the file says: left (status says unsubscribed)')
    expect(await people()).toEqual(['anna confirmed'])
  })

  test('a person who was imported unconfirmed and confirmed here stays; a typed address alone does not make it so', async () => {
    const { brings, joins, confirms, people } = await openPeople(engine)
    await brings('email\nanna@a.test\n', ['--unconfirmed', '--yes'])
    await joins('anna@a.test')
    await confirms('anna@a.test')
    await brings('email\nbert@a.test\n')
    await joins('bert@a.test')
    await brings('email,status\nanna@a.test,unsubscribed\nbert@a.test,complained\n')
    expect(await people()).toEqual(['anna confirmed', 'bert unsubscribed'])
  })

  test('a sign-up that waits for its confirmation is not touched', async () => {
    const { brings, joins, people } = await openPeople(engine)
    await joins('anna@a.test')
    await brings('email,status\nanna@a.test,unsubscribed\n')
    expect(await people()).toEqual(['anna unconfirmed'])
  })

  test('a stricter word of a later file replaces the note, and a milder one does not', async () => {
    const { brings, notes } = await openPeople(engine)
    const says = async (word: string) => {
      await brings(`email,status\nanna@a.test,${word}\n`)
      return (await notes()).map(({ kind }) => kind)
    }
    expect(await says('bounced')).toEqual(['undeliverable'])
    expect(await says('unsubscribed')).toEqual(['left'])
    expect(await says('bounced')).toEqual(['left'])
    expect(await says('complained')).toEqual(['complained'])
  })

  test('a leaver is refused under each secret of a rotation', async () => {
    const { brings, runWith, people } = await openPeople(engine)
    await brings('email,status\nanna@a.test,unsubscribed\n')
    const path = join(freshFolder(), 'again.csv')
    writeFileSync(path, 'email\nanna@a.test\n')
    const newer = 'a-newer-secret-of-which-nobody-knows-it'
    const { output } = await runWith(`${newer},${testSecret}`, 'import', path, ...proven, '--yes')
    expect(output).toContain('1 an earlier import says: left')
    expect(await people()).toEqual([])
  })

  test('`people -- erase` asks before it deletes the note, and the address stays refused as erased', async () => {
    const { brings, run, notes } = await openPeople(engine)
    await brings('email,status\nanna@a.test,unsubscribed\n')
    expect(await run('erase', 'anna@a.test')).toEqual({
      code: 1,
      output: expect.stringContaining('Nothing was erased yet: run the same command with --yes.'),
    })
    expect(await notes()).toHaveLength(1)
    expect((await run('erase', 'anna@a.test', '--yes')).code).toBe(0)
    expect(await notes()).toEqual([])
    expect((await brings('email\nanna@a.test\n')).output).toContain('1 erased')
    await brings('email,status\nanna@a.test,unsubscribed\n')
    expect(await notes()).toEqual([])
  })
})

test('[IMPORT-3] a service that never asks for a confirmation is imported as unconfirmed, and the report says why', async () => {
  const { brings, people } = await openPeople()
  const waitloop =
    'email,position,referral_code,referral_count,created_at\nanna@a.test,1,abc,0,2024-01-15\n'
  const dry = await brings(waitloop, [])
  expect(dry.output).toContain('The file looks like an export of Waitloop.')
  expect(dry.output).toContain(
    'Waitloop never asks people to confirm their address. The people are entered as unconfirmed',
  )
  await brings(waitloop, ['--yes'])
  expect(await people()).toEqual(['anna unconfirmed'])
  const google = await brings('Timestamp,Email Address\n2024/01/15 10:30:00,bert@a.test\n', [
    '--yes',
  ])
  expect(google.code).toBe(0)
  expect(await people()).toEqual(['anna unconfirmed', 'bert unconfirmed'])
  const proof = await brings(waitloop, ['--confirmed', '--consent-date', '2024-01-01'])
  expect(proof.output).toContain('nobody in this file has confirmed it')
  expect((await brings('email\ncarl@a.test\n', [])).output).toContain(
    'Add --confirmed, --unconfirmed or --left: what the people in the file are.',
  )
})

test('[IMPORT-3] the report counts times of leaving as one reason, and shows the twenty most frequent reasons', async () => {
  const { brings } = await openPeople()
  const rows = Array.from(
    { length: 25 },
    (_, n) =>
      `l${n}@a.test,2024-01-15 10:${10 + n}:00,active\nu${n}@a.test,,word${'x'.repeat(n)}\n`,
  )
  const { output } = await brings(`email,unsubscribed,status\n${rows.join('')}`, proven)
  const lines = output.split('\n')
  expect(lines).toContain('       25 the file says: left (unsubscribed has a value)')
  expect(lines.filter((line) => line.includes("'word"))).toHaveLength(19)
  expect(lines).toContain('        6 for other reasons: --refused FILE lists each row')
})

test('[IMPORT-3] the report warns of a column that is not read and has a word for people who left', async () => {
  const { brings } = await openPeople()
  const { output } = await brings('email,tags\nanna@a.test,vip\nbert@a.test,unsubscribed\n', proven)
  expect(output).toContain(
    "Note: The column tags is not read, and one of its values is 'unsubscribed'. If it says who may be mailed, name it with --status-column.",
  )
  const list = 'email,status\nanna@a.test,active\nbert@a.test,unsubscribed\n'
  expect((await brings(list, [...proven, '--ignore-column', 'status'])).output).toContain(
    "Note: The column status is left out, and one of its values is 'unsubscribed'. If that says who left, these people are entered as well.",
  )
})

test('[IMPORT-3] the report names the service, the columns with three values, five people and a count of each kind', async () => {
  const { brings } = await openPeople()
  const rows = Array.from(
    { length: 7 },
    (_, n) => `${n},p${n}@a.test,,${n < 6},false,,2024-01-15T10:30:00.000Z,,vip${n},`,
  )
  const { output } = await brings(
    `id,email,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers\n${rows.join('\n')}\n`,
    ['--confirmed', '--consent-date', '2024-01-01'],
  )
  for (const line of [
    'The file looks like an export of Ghost.',
    '        6 may be mailed',
    '        1 left',
    '  email: address [p0@a.test | p1@a.test | p2@a.test]',
    '  subscribed_to_emails: who may be mailed [true | false]',
    '  complimentary_plan: not used (says who pays) [false]',
    '  created_at: date of the sign-up [2024-01-15T10:30:00.000Z]',
    '  labels: not used [vip0 | vip1 | vip2]',
    '  line 2: p0@a.test, joined 2024-01-15T10:30:00Z, agreed 2024-01-01 at Ghost',
  ])
    expect(output.split('\n')).toContain(line)
  expect(output.match(/^ {2}line /gm)).toHaveLength(5)
})

test('2,000 people of three services come in, and a letter goes to none who left', async () => {
  const { brings, store, people } = await openPeople()
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)
  const mail = (n: number) => `p${n}@a.test`
  const isGone = (n: number) => n % 10 === 3
  const ghost = `id,email,subscribed_to_emails,created_at\n${range(0, 700)
    .map((n) => `${n},${mail(n)},${!isGone(n)},2024-01-15T10:30:00Z\n`)
    .join('')}`
  const substack = `email,active_subscription,email_disabled,created_at\n${range(700, 1400)
    .map((n) => `${mail(n)},false,${isGone(n)},2024-01-15T10:30:00Z\n`)
    .join('')}`
  const mailtrain = `Email,Status\n${range(1400, 2000)
    .map((n) => `${mail(n)},${isGone(n) ? 'UNSUBSCRIBED' : 'SUBSCRIBED'}\n`)
    .join('')}`
  for (const text of [ghost, substack, mailtrain]) expect((await brings(text)).code).toBe(0)
  // The same lists two months later: the leavers of July as active, 40 others have left.
  const later = `email,status\n${range(0, 2000)
    .map((n) => `${mail(n)},${n % 50 === 7 ? 'unsubscribed' : 'subscribed'}\n`)
    .join('')}`
  expect((await brings(later)).output).toContain('earlier import: 40.')
  const confirmed = (await people()).filter((line) => line.endsWith(' confirmed'))
  expect(confirmed).toHaveLength(2_000 - 200 - 40)
  const audience = await countAudience(store.db, { type: '', source: '' })
  expect(audience.people).toBe(confirmed.length)
})
