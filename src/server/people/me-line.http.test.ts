import { afterAll, beforeAll, expect, test } from 'vitest'
import { meActs } from '#contract/people/personal-data.ts'
import { campaignLine } from '#server/line/enter.ts'
import { readHead } from '#server/line/line.ts'
import { codeOfSpot, useSpot } from '#server/line/spots.ts'
import { inviteWave } from '#server/line/waves.ts'
import { moveClock } from '#test/move-clock.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { testSecret } from '#test/fresh-store.ts'
import { joinByCall, linkIn } from '#test/visitor.ts'

const noon = Date.parse('2026-11-24T12:00:00Z')
const day = 24 * 3_600_000
const ownPage = { 'sec-fetch-site': 'same-origin' }

let app: TestApp
let clock = noon
beforeAll(async () => {
  app = await startApp({ now: () => clock })
})
afterAll(() => app.close())

/** Joins and, unless told otherwise, presses the button in the mail. */
async function person(name: string, { via = '', confirms = true } = {}) {
  const email = `${name}@example.com`
  await joinByCall(app.url, email, { via })
  const { text } = (await app.mailsTo(email))[0]!
  if (confirms) await press(linkIn(text, 'confirm'))
  return { email, me: linkIn(text, 'me'), leave: linkIn(text, 'unsubscribe') }
}
const press = (url: string, fields: Record<string, string> = {}, headers = {}) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...ownPage, ...headers },
    body: new URLSearchParams(fields),
  })
const textOf = async (url: string, headers = {}) =>
  (await (await fetch(url, { headers })).text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const linkOf = async (email: string) =>
  (await app.store()).db
    .selectFrom('line')
    .innerJoin('people', 'people.id', 'personId')
    .select(['code', 'name', 'newsStoppedAt'])
    .where('email', '=', email)
    .executeTakeFirst()

test('[LINE-9] the own page names place, link, noted places, account, rewards and what the line keeps', async () => {
  await person('anna')
  const mila = await person('mila')
  const { code } = (await linkOf(mila.email))!
  await person('finn', { via: code })
  const text = await textOf(mila.me)
  for (const words of [
    'Your place, today 1',
    '0 ahead of you',
    '2 behind you',
    '1 friend counted',
    '0 under review',
    'How you got here.',
    '1 confirmed before you',
    'Fig. 4',
    'You were number 2 to confirm.',
    'Friends: 1 counted, 0 under review.',
    'You came without an invite link.',
    `The code ${code}`,
    'Leave any time.',
  ])
    expect(text).toContain(words)
  expect(text).not.toContain('finn')
  const html = await (await fetch(mila.me)).text()
  expect(html).toContain(`value="${app.url}/?via=${code}"`)
  expect(html).toContain('aria-label="Your place: 13:00 2, 13:00 1, now 1."')
})

test('[LINE-3] a first name of letters is shown on the link, any other is refused, and an empty one is none', async () => {
  const { me, email } = await person('zoe')
  const answer = await press(`${me}/name`, { name: ' Zoë ' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, new URL(me).pathname])
  expect((await linkOf(email))!.name).toBe('Zoë')
  expect(await textOf(me)).toContain('see the first name Zoë.')
  for (const name of ['<b>', 'Zoë 2', 'zoe@example.com', 'a'.repeat(21)]) {
    const refused = await press(`${me}/name`, { name })
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('We can only show letters'),
    ])
  }
  expect((await linkOf(email))!.name).toBe('Zoë')
  await press(`${me}/name`, { name: '' })
  expect((await linkOf(email))!.name).toBe('')
})

test('[LINE-3] somebody who left the list is not offered a first name on the link, and cannot put one there', async () => {
  const { me, email } = await person('iris')
  await press(`${me}/name`, { name: 'Iris' })
  await press(`${me}/leave`)
  expect(await (await fetch(me)).text()).not.toContain(`${new URL(me).pathname}/name`)
  for (const answer of [
    await fetch(`${me}/name`, { redirect: 'manual' }),
    await press(`${me}/name`, { name: 'Iris' }),
  ])
    expect([answer.status, answer.headers.get('location')]).toEqual([303, new URL(me).pathname])
  expect((await linkOf(email))!.name).toBe('')
})

test('[LINE-3] a renewed link has another code', async () => {
  const { me, email } = await person('lena')
  const { code } = (await linkOf(email))!
  expect(await textOf(`${me}/new-link`)).toContain('Renew my link')
  expect((await linkOf(email))!.code).toBe(code)
  await press(`${me}/new-link`)
  expect((await linkOf(email))!.code).not.toBe(code)
  expect(await textOf(me)).not.toContain(code)
})

test('[LINE-10] the mails about friends stop by a press on the own page, and come again by another', async () => {
  const { me, email } = await person('noor')
  await press(`${me}/stop-news`)
  expect((await linkOf(email))!.newsStoppedAt).toBe(clock)
  expect(await textOf(me)).toContain('Stopped on 24 November 2026.')
  await press(`${me}/news`)
  expect((await linkOf(email))!.newsStoppedAt).toBeNull()
  expect(await textOf(me)).toContain('Stop these emails')
})

test('[LINE-9] a device is remembered by one press, only as the person of the page, and forgotten by another', async () => {
  const [{ me }, other] = [await person('emma'), await person('olivia')]
  const cookie = (await press(`${me}/remember`)).headers.get('set-cookie')!
  expect(cookie).toMatch(/^ascend_device=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
  const sent = { cookie: cookie.split(';')[0]! }
  expect(await textOf(me, sent)).toContain('One cookie remembers you here')
  for (const text of [await textOf(me), await textOf(other.me, sent)])
    expect(text).toContain('Nothing is remembered here.')
  const forgotten = await press(`${me}/forget`, {}, sent)
  expect(forgotten.headers.get('set-cookie')).toMatch(/^ascend_device=; Max-Age=0/)
})

test('[LINE-9] leaving names the place that is given up and until when it waits, and a return has it again', async () => {
  const { me, leave } = await person('daan')
  const place = /today ([\d,]+)/.exec(await textOf(me))![1]!
  let rest = ''
  for (const path of [`${me}/leave`, leave]) {
    const asked = await textOf(path)
    expect(asked).toContain(`You would give up ${place}`)
    rest = /([\d,]+) of 10,000, without you/.exec(asked)![1]!
  }
  const left = await (await press(`${me}/leave`)).text()
  for (const words of [
    `${rest} of 10,000`,
    'Your place waits.',
    '30 days.',
    'by 24 December 2026',
    `${new URL(me).pathname}/erase`,
  ])
    expect(left).toContain(words)
  const own = await textOf(me)
  expect(own).toContain('Your place waits until 24 December 2026')
  expect(own).toContain(`${rest} of 10,000 live, as of`)
  const until = (to: number) => moveClock(app, clock, to, (at) => (clock = at))
  until(noon + 28 * day)
  expect(await textOf(leave)).toContain('2 days.')
  await press(`${me}/consent`)
  expect(await textOf(me)).toContain(`Your place, today ${place}`)
  until(noon)
})

test('[LINE-9] an unconfirmed person has no place and no link, and sees the next place', async () => {
  const { me } = await person('ruben', { confirms: false })
  const text = await textOf(me)
  const { waiting } = (await readHead((await app.store()).db))!
  expect(text).toContain(
    `Not counted until you confirm The next place is ${waiting + 1} live, as of`,
  )
  expect(text).toContain('not confirmed')
  expect(text).not.toMatch(/Your place|\?via=|This device/)
  expect(await textOf(`${me}/leave`)).toContain('Remove this address?')
})

test('[LINE-9] an invited person reads until when the spot is held, and nothing that opens it', async () => {
  const store = await app.store()
  const wave = { spots: 1, until: noon + 2 * day, quizType: null, by: 'shell' }
  await store.transact((trx) => inviteWave(trx, wave, testSecret, noon))
  const first = await store.db
    .selectFrom('line')
    .innerJoin('people', 'people.id', 'personId')
    .select('email')
    .where('line.state', '=', 'invited')
    .executeTakeFirstOrThrow()
  const me = linkIn((await app.mailsTo(first.email))[0]!.text, 'me')
  const text = await textOf(me)
  expect(text).toContain('A spot is held for you until 26 November 2026, 13:00.')
  expect(await (await fetch(me)).text()).not.toContain('/spot/')
})

test('[LINE-6] [LINE-9] who left the line for a spot still has link and rewards, and reads what leaving means', async () => {
  const store = await app.store()
  const spot = await store.db
    .selectFrom('wave_spots')
    .innerJoin('people', 'people.id', 'personId')
    .select(['wave_spots.id', 'codeHash', 'email'])
    .where('wave_spots.state', '=', 'invited')
    .executeTakeFirstOrThrow()
  const me = linkIn((await app.mailsTo(spot.email))[0]!.text, 'me')
  const { code } = (await linkOf(spot.email))!
  const owned = async () => {
    const html = await (await fetch(me)).text()
    return [html.includes(`?via=${code}`), html.includes('id="rewards"')]
  }
  const leaving = () => textOf(`${me}/leave`)
  expect(await owned()).toEqual([true, true])
  expect(await leaving()).toContain('held for you until 26 November 2026, 13:00 goes to the next')
  await store.transact((trx) => useSpot(trx, codeOfSpot([testSecret], spot)!, 'take', noon))
  expect(await owned()).toEqual([true, true])
  expect(await leaving()).toContain('The spot you took stays yours')
})

test('every act is asked about by a GET that changes nothing', async () => {
  expect(campaignLine).not.toBeNull()
  const { me, email } = await person('sofie')
  const before = await linkOf(email)
  for (const act of meActs) {
    const { status, headers } = await fetch(`${me}/${act}`)
    expect([act, status, headers.get('set-cookie')]).toEqual([act, 200, null])
  }
  expect(await linkOf(email)).toEqual(before)
})
