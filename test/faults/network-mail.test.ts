import { beforeEach, describe, expect, test } from 'vitest'
import { freshStore } from '#test/fresh-store.ts'
import { impatient, mailScene } from '#test/mailbox.ts'
import { openProxy, type Way } from '#test/proxy.ts'
import { openMailServer } from '#test/smtp.ts'

const minuteMs = 60_000
const store = await freshStore('sqlite')
const server = await openMailServer()
const proxy = await openProxy(server.url)
const { queue, worker, another, row, clock } = mailScene(store, proxy.url)
beforeEach(() => proxy.clear())
let count = 0

/** Queues a mail to somebody new and lets a worker try it once. */
async function tryOne(by = worker): Promise<string> {
  const email = `reader@host${count++}.example`
  await queue(email)
  await by.drain()
  return email
}

/** Time goes on until nothing more is tried. */
async function inTheEnd(email: string) {
  for (
    let tries = 0;
    tries < 12 && ['due', 'sending'].includes((await row(email)).state);
    tries++
  ) {
    clock.now += 5 * minuteMs
    await worker.drain()
  }
  const { state, ambiguous } = await row(email)
  const received = server.received.filter(({ to }) => to.includes(email))
  return {
    state,
    ambiguous,
    received: received.length,
    ids: new Set(received.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)![1])).size,
  }
}

/** Cuts at the first piece that fits, once. */
function cutAt(
  fits: (piece: string, way: Way) => boolean,
  verdict: 'cut before' | 'cut after' = 'cut before',
) {
  proxy.watch = (piece, way) => {
    if (!fits(piece.toString('latin1'), way)) return 'pass'
    proxy.watch = () => 'pass'
    return verdict
  }
}

const isDot = (piece: string, way: Way) => way === 'up' && piece.endsWith('\r\n.\r\n')
const isYesToDot = () => {
  let dotPassed = false
  return (piece: string, way: Way) => {
    const fits = dotPassed && way === 'down'
    dotPassed = !fits && (dotPassed || isDot(piece, way))
    return fits
  }
}

describe('a network between server and mail server that', () => {
  test('breaks before the final dot: the mail is sent once', async () => {
    cutAt(isDot)
    expect(await inTheEnd(await tryOne())).toMatchObject({ state: 'sent', received: 1 })
  })

  test('breaks at the answer to DATA: the mail is sent once, and nothing stays unclear', async () => {
    cutAt((piece, way) => way === 'down' && piece.startsWith('354'))
    expect(await inTheEnd(await tryOne())).toMatchObject({
      state: 'sent',
      ambiguous: 0,
      received: 1,
    })
  })

  test('breaks after the final dot: the mail is sent twice, with one Message-ID', async () => {
    cutAt(isYesToDot())
    expect(await inTheEnd(await tryOne())).toEqual({
      state: 'sent',
      ambiguous: 1,
      received: 2,
      ids: 1,
    })
  })

  test('breaks after each final dot: a confirm mail is sent three times and then no more', async () => {
    const breaks = isYesToDot()
    proxy.watch = (piece, way) => (breaks(piece.toString('latin1'), way) ? 'cut before' : 'pass')
    expect(await inTheEnd(await tryOne())).toEqual({
      state: 'uncertain',
      ambiguous: 3,
      received: 3,
      ids: 1,
    })
  })

  test.each(['up', 'down'] as const)(
    'brings half of what goes %s, and then nothing: the mail is sent once it is whole',
    async (way) => {
      proxy[way] = 'half'
      const soonTired = mailScene(store, proxy.url, { smtpLimits: impatient }).worker
      const email = await tryOne(soonTired)
      await soonTired.stop()
      expect((await row(email)).state).toBe('due')
      proxy.clear()
      expect(await inTheEnd(email)).toMatchObject({ state: 'sent', received: 1 })
    },
  )

  test('brings each answer late: the mail is sent once', async () => {
    proxy.down = { delayMs: 50 }
    expect(await inTheEnd(await tryOne())).toMatchObject({ state: 'sent', received: 1 })
  })

  test('is away for an hour: no mail loses a try, and all are sent once', async () => {
    proxy.refuses = true
    // One that has no session yet: what breaks in a session is a try.
    const begun = another()
    const emails = ['early@host.example', 'late@host.example']
    for (const email of emails) await queue(email)
    for (let minute = 0; minute < 60; minute++) {
      await begun.drain()
      clock.now += minuteMs
    }
    await begun.stop()
    expect(await Promise.all(emails.map(async (email) => (await row(email)).attempts))).toEqual([
      0, 0,
    ])
    proxy.clear()
    for (const email of emails)
      expect(await inTheEnd(email)).toMatchObject({ state: 'sent', received: 1 })
  })

  test('breaks wherever it can: no mail is lost, and none comes twice but where nobody could know', async () => {
    for (let piece = 0; piece < 16; piece++)
      for (const verdict of ['cut before', 'cut after'] as const) {
        proxy.clear()
        let passed = 0
        cutAt(() => passed++ === piece, verdict)
        const { state, received, ids, ambiguous } = await inTheEnd(await tryOne())
        expect({ piece, verdict, state, ids }).toEqual({ piece, verdict, state: 'sent', ids: 1 })
        expect(received).toBeLessThanOrEqual(1 + ambiguous)
        expect(received).toBeLessThanOrEqual(2)
      }
  })
})

test('a mail server that says to come back later for a quarter of an hour gets the mail when it is over, and not a day later', async () => {
  server.refuse.recipient = () => '451 4.7.1 greylisted, come back later'
  const email = await tryOne()
  for (let tries = 0; tries < 4; tries++) {
    clock.now += 4 * minuteMs
    await worker.drain()
  }
  server.refuse.recipient = () => undefined
  expect(await inTheEnd(email)).toMatchObject({ state: 'sent', received: 1 })
})
