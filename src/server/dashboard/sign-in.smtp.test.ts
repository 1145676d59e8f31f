import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '#test/app.ts'
import { freshFolder } from '#test/fresh-store.ts'
import { inAnotherProcess } from '#test/other-process.ts'
import { ownForm, signIn } from '#test/signed-in.ts'
import { openMailServer } from '#test/smtp.ts'

const anna = 'anna@example.com'

async function open(env: Record<string, string> = {}) {
  const mailServer = await openMailServer()
  const clock = { now: Date.parse('2026-11-21T12:00:00Z') }
  const app = await startApp({
    now: () => clock.now,
    env: {
      OPERATORS: `${anna}, reader:bob@example.com`,
      SMTP_URL: mailServer.url,
      PUBLIC_URL: 'http://localhost:3000',
      ...env,
    },
  })
  afterAll(() => app.close())
  const ask = (email: string, headers: Record<string, string> = {}) =>
    fetch(`${app.url}/dashboard/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...ownForm, ...headers },
      body: new URLSearchParams({ email }),
    })
  const mails = async (count: number) => {
    await expect.poll(() => mailServer.received.length, { timeout: 30_000 }).toBe(count)
    return mailServer.received
  }
  return { app, clock, ask, mails, mailServer }
}

test('[DASH-1] an operator gets a link by mail that signs in; the answer is the same for a stranger, who gets none', async () => {
  const { app, ask, mails } = await open()
  const answers = await Promise.all([ask(anna), ask('eva9@example.com')])
  const [known, unknown] = await Promise.all(answers.map((answer) => answer.text()))
  expect(known!.replaceAll(anna, '')).toBe(unknown!.replaceAll('eva9@example.com', ''))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const headersOf = (answer: Response) =>
    [...answer.headers].filter(([name]) => !['date', 'content-length'].includes(name))
  expect(headersOf(answers[0]!)).toEqual(headersOf(answers[1]!))
  const [mail] = await mails(1)
  expect(mail!.to).toEqual([anna])
  expect(mail!.raw).toContain('Subject: Sign in to the dashboard of Fuel Protocol')
  expect(mail!.raw).not.toMatch(/List-Unsubscribe/i)
  const text = mail!.raw.replaceAll('=\r\n', '')
  const path = /http:\/\/localhost:3000(\/dashboard\/sign-in\/[\w-]{43})/.exec(text)![1]!
  const pressed = await fetch(app.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: ownForm,
  })
  expect(pressed.status).toBe(303)
})

test('[DASH-1] an address in other letters is the same operator; what is not an address is refused with what was typed', async () => {
  const { ask, mails } = await open()
  const refused = await ask('<b>anna</b>')
  expect(await refused.text()).toContain('value="&lt;b&gt;anna&lt;/b&gt;"')
  await ask('  Anna@Example.COM ')
  const [mail] = await mails(1)
  expect(mail!.to).toEqual([anna])
})

test('[DASH-1] no stored mail holds a sign-in link', async () => {
  const { app, ask, mails } = await open()
  await ask(anna)
  await mails(1)
  const { db } = app.server().store
  const read = () => db.selectFrom('outbox').where('personId', 'is', null).selectAll().execute()
  await expect.poll(async () => (await read())[0]!.state, { timeout: 30_000 }).toBe('sent')
  expect(await read()).toMatchObject([{ template: 'sign-in', data: '{}', rendered: null }])
})

test('1,000 requests for one address mail three links; a link more follows ten minutes later', async () => {
  const { ask, mails, mailServer, clock } = await open({ LIMITS: 'off' })
  for (let n = 0; n < 40; n++) await Promise.all(Array.from({ length: 25 }, () => ask(anna)))
  await mails(3)
  clock.now += 10 * 60_000
  await ask(anna)
  await mails(4)
  expect(mailServer.received).toHaveLength(4)
})

test('requests from one network are limited before the address is looked at, with the same answer for all', async () => {
  const { ask } = await open({ LIMITS: 'on' })
  const statuses = async (email: string) => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(email)))
    return answers.map(({ status }) => status)
  }
  expect(await statuses('eva@example.com')).toEqual(Array(10).fill(200))
  const spent = await ask(anna)
  expect([spent.status, spent.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await spent.text()).toContain('Too many tries')
})

test('[DASH-2] while the store is locked the screens are served, an act says that the store is away, and the session goes on', async () => {
  const dataDir = freshFolder()
  const { app, clock } = await open({ DATA_DIR: dataDir })
  const browser = await signIn(app, anna, clock.now)
  const holder = await inAnotherProcess(`
    import { DatabaseSync } from 'node:sqlite'
    const file = new DatabaseSync('${join(dataDir, 'ascend.db')}', { timeout: 10_000 })
    file.exec('begin immediate')
    console.log('locked')
  `)
  expect((await browser.get('/dashboard')).status).toBe(200)
  const act = await browser.post('/dashboard/end-session', { session: 'none' })
  expect([act.status, act.headers.get('retry-after'), act.headers.get('set-cookie')]).toEqual([
    503,
    '5',
    null,
  ])
  expect(await act.text()).toContain('The database does not answer')
  await holder.kill()
  expect((await browser.post('/dashboard/end-session', { session: 'none' })).status).toBe(303)
})
