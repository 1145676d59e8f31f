import { describe, expect, test } from 'vitest'
import type { PersonState } from '#contract/waitlist.ts'
import { campaign } from '#campaign/campaign.ts'
import { engines, freshStore } from '#test/fresh-store.ts'
import { mailScene } from '#test/mailbox.ts'
import { openMailServer } from '#test/smtp.ts'
import { runMailCommand } from '#server/ops/mail-actions.ts'

const quarterMs = 15 * 60_000
const blocked = '550 5.7.1 listed'

describe.each(engines)('%s: refusals by policy (5.7.x)', (engine) => {
  /** `refuse` names the domains that refuse us. */
  const open = async (refuse: (domain: string) => boolean) => {
    const asked: string[] = []
    const server = await openMailServer({
      recipient(address) {
        const domain = address.split('@')[1]!
        asked.push(domain)
        return rules.refuse(domain) ? blocked : undefined
      },
    })
    const rules = { refuse }
    const scene = mailScene(await freshStore(engine), server.url)
    const send = async (email: string, state: PersonState = 'unconfirmed') => {
      await scene.queue(email, state === 'confirmed' ? 'listed' : 'confirm', state)
      await scene.worker.drain()
      return scene.pausedFor()
    }
    /** The worker notices it at its next poll. */
    const command = async (name: string) =>
      runMailCommand([name], {
        store: scene.store,
        config: {
          smtpUrl: server.url,
          publicUrl: 'https://fuel.example',
          loopback: false,
          trustedProxies: [],
          mailsPerHour: 3000,
          mailFrom: 'waitlist@fuel.example',
          limits: 'on',
        },
        sequence: campaign.sequence,
        now: (scene.clock.now += 2_000),
        print: () => {},
      })
    return { ...scene, server, rules, asked, send, command }
  }
  const all = () => true

  test('of two large providers pause the queue, also if every mail is a first mail', async () => {
    const { send } = await open(all)
    expect([await send('a@gmail.com'), await send('b@gmail.com')]).toEqual([null, null])
    expect(await send('c@outlook.com')).toMatch(
      /^mailbox providers refuse our mail \(gmail\.com, outlook\.com\): 550 5\.7\.1 listed/,
    )
  })

  test('of two domains with confirmed addresses pause the queue', async () => {
    const { send } = await open(all)
    expect(await send('a@team.example', 'confirmed')).toBeNull()
    expect(await send('b@club.example', 'confirmed')).toContain('(team.example, club.example)')
  })

  test('of thirty domains without confirmed addresses pause nothing: those mails are dead, and others leave', async () => {
    const { send, server, store } = await open((domain) => domain.startsWith('refuses'))
    for (let n = 0; n < 30; n++) expect(await send(`a@refuses${n}.example`)).toBeNull()
    expect(await send('sanne@gmail.com')).toBeNull()
    expect(server.received).toHaveLength(1)
    expect(
      await store.db.selectFrom('outbox').select('id').where('state', '=', 'dead').execute(),
    ).toHaveLength(30)
  })

  test("of a large provider's subdomain do not count", async () => {
    const { send } = await open(all)
    for (const email of ['a@one.fastmail.com', 'b@two.fastmail.com', 'c@mail.gmail.com'])
      expect(await send(email)).toBeNull()
  })

  test('an accepted mail in between restarts the count', async () => {
    const { send } = await open((domain) => domain !== 'good.example')
    expect([
      await send('a@gmail.com'),
      await send('b@good.example'),
      await send('c@outlook.com'),
    ]).toEqual([null, null, null])
    expect(await send('d@gmail.com')).not.toBeNull()
  })

  test('probes of a paused queue go to different domains, so one attacker cannot extend the pause', async () => {
    const { send, queue, rules, asked, worker, clock, server, pausedFor } = await open(all)
    await send('a@gmail.com')
    await send('b@outlook.com')
    for (let n = 0; n < 30; n++) await queue(`a@refuses${n}.example`)
    await queue('sanne@gmail.com')
    await queue('daan@yahoo.com')
    rules.refuse = (domain) => domain !== 'gmail.com'
    const before = asked.length
    for (let probe = 0; probe < 3; probe++) {
      clock.now += quarterMs
      await worker.drain()
    }
    expect(asked[before]).toBe('gmail.com')
    expect([await pausedFor(), server.received.map(({ to }) => to[0])]).toEqual([
      null,
      ['sanne@gmail.com'],
    ])
  })

  test('a large provider is probed again within 45 minutes, whatever else waits', async () => {
    const { send, queue, asked, worker, clock } = await open(all)
    await send('a@gmail.com')
    await send('b@outlook.com')
    for (let n = 0; n < 9; n++) await queue(`a@refuses${n}.example`)
    for (const name of ['sanne', 'daan', 'noor']) await queue(`${name}@gmail.com`)
    const before = asked.length
    for (let probe = 0; probe < 7; probe++) {
      clock.now += quarterMs
      await worker.drain()
    }
    const probed = asked.slice(before)
    expect(probed.map((domain) => domain === 'gmail.com')).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
      true,
    ])
    expect(new Set(probed).size).toBe(5)
  })

  test('refusals before resume do not count again, nor do those of retried mails', async () => {
    const { send, command, worker, asked, pausedFor } = await open(all)
    await send('a@gmail.com')
    expect(await send('b@outlook.com')).not.toBeNull()
    await command('resume')
    expect(await send('c@gmail.com')).toBeNull()
    await command('resume')
    await command('retry')
    await worker.drain()
    expect([await pausedFor(), asked.length]).toEqual([null, 6])
  })

  test('a real block pauses the queue again after resume', async () => {
    const { send, command } = await open(all)
    await send('a@gmail.com')
    await send('b@outlook.com')
    await command('resume')
    expect([await send('c@gmail.com'), await send('d@outlook.com')]).toEqual([
      null,
      expect.stringContaining('gmail.com, outlook.com'),
    ])
  })

  test('a mail that only its recipient refuses ends a pause for the login', async () => {
    const { send, server, queue, worker, clock, pausedFor } = await open(
      (domain) => domain === 'refuses.example',
    )
    server.refuse.sender = '550 5.7.1 sender not yours'
    expect(await send('a@refuses.example')).toContain('refuses the sender')
    await queue('sanne@gmail.com')
    await queue('daan@refuses.example')
    server.refuse.sender = undefined
    clock.now += quarterMs
    await worker.drain()
    expect([await pausedFor(), server.received.length]).toEqual([null, 1])
  })
})
