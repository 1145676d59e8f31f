import { describe, expect, test } from 'vitest'
import type { PersonState } from '#contract/people/waitlist.ts'
import { campaign } from '#campaign'
import { runAction } from '#test/run-action.ts'
import { engines, freshStore } from '#test/fresh-store.ts'
import { mailScene } from '#test/mailbox.ts'
import { openMailServer } from '#test/smtp.ts'
import { mailCommand } from '#server/ops/mail-actions.ts'

const quarterMs = 15 * 60_000
const blocked = '550 5.7.1 listed'
const three = ['team.example', 'club.example', 'hall.example']

describe.each(engines)(
  '%s: refusals that decide nothing each, such as by policy (5.7.x),',
  (engine) => {
    /** `refuse` names the domains that refuse us. */
    const open = async (refuse: (domain: string) => boolean) => {
      const asked: string[] = []
      const server = await openMailServer({
        recipient(address) {
          const domain = address.split('@')[1]!
          asked.push(domain)
          return rules.refuse(domain) ? rules.line : undefined
        },
      })
      const rules = { refuse, line: blocked }
      const scene = mailScene(await freshStore(engine), server.url)
      const send = async (email: string, state: PersonState = 'unconfirmed') => {
        await scene.queue(email, state === 'confirmed' ? 'listed' : 'confirm', state)
        await scene.worker.drain()
        return scene.pausedFor()
      }
      /** The worker notices it at its next poll. */
      const command = async (name: string) =>
        runAction(mailCommand, [name], {
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

    test('[MAIL-1] of three large providers in a row pause the queue, and their mails are due again', async () => {
      const { send, store } = await open(all)
      for (const email of ['a@gmail.com', 'b@gmail.com', 'c@outlook.com'])
        expect(await send(email)).toBeNull()
      expect(await send('d@yahoo.com')).toMatch(/^550 5\.7\.1 listed/)
      const mails = await store.db.selectFrom('outbox').select(['state', 'attempts']).execute()
      expect(mails).toEqual(Array.from({ length: 4 }, () => ({ state: 'due', attempts: 0 })))
    })

    test('of three domains with confirmed addresses pause the queue', async () => {
      const { send } = await open(all)
      expect(await send('a@team.example', 'confirmed')).toBeNull()
      expect(await send('b@mail.team.example', 'confirmed')).toBeNull()
      expect(await send('c@club.example', 'confirmed')).toBeNull()
      expect(await send('d@hall.example', 'confirmed')).toMatch(/^550 5\.7\.1 listed/)
    })

    test('with another answer in between do not pause it', async () => {
      const { send, rules } = await open(all)
      for (const [domain, line] of [
        ['gmail.com', blocked],
        ['outlook.com', blocked],
        ['yahoo.com', '554 5.7.1 listed'],
        ['icloud.com', blocked],
        ['aol.com', blocked],
      ]) {
        rules.line = line!
        expect(await send(`a@${domain}`)).toBeNull()
      }
    })

    test("[MAIL-1] of strangers' mails among them are due again too, those with another answer are not", async () => {
      const { send, rules, store } = await open(all)
      await send('a@stranger.example')
      rules.line = '554 5.7.1 listed'
      await send('b@stranger.example')
      rules.line = blocked
      for (const domain of ['gmail.com', 'outlook.com', 'yahoo.com']) await send(`a@${domain}`)
      const dead = store.db.selectFrom('outbox').select('email').where('state', '=', 'dead')
      expect(await dead.execute()).toEqual([{ email: 'b@stranger.example' }])
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
      for (const domain of ['gmail.com', 'outlook.com', 'good.example', 'yahoo.com', 'icloud.com'])
        expect(await send(`a@${domain}`)).toBeNull()
      expect(await send('d@outlook.com')).not.toBeNull()
    })

    test('probes of a paused queue go to different domains, so one attacker cannot extend the pause', async () => {
      const { send, queue, rules, asked, worker, clock, server, pausedFor } = await open(all)
      for (const domain of three) await send(`a@${domain}`, 'confirmed')
      for (let n = 0; n < 30; n++) await queue(`a@refuses${n}.example`)
      await queue('sanne@gmail.com')
      await queue('daan@yahoo.com')
      rules.refuse = (domain) => domain.startsWith('refuses')
      const before = asked.length
      for (let probe = 0; probe < 3; probe++) {
        clock.now += quarterMs
        await worker.drain()
      }
      expect(asked[before]).toBe('gmail.com')
      expect([await pausedFor(), server.received[0]?.to, server.received.length]).toEqual([
        null,
        ['sanne@gmail.com'],
        5,
      ])
    })

    test('a large provider is probed again within 45 minutes, whatever else waits', async () => {
      const { send, queue, asked, worker, clock } = await open(all)
      for (const domain of three) await send(`a@${domain}`, 'confirmed')
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
    })

    test('that the operator retries do not count again', async () => {
      const { send, command, worker, asked, pausedFor } = await open(all)
      for (const domain of ['gmail.com', 'outlook.com']) await send(`a@${domain}`)
      await command('retry')
      await worker.drain()
      expect([await pausedFor(), asked.length]).toEqual([null, 4])
      expect(await send('a@yahoo.com')).not.toBeNull()
    })

    test('pause the queue again after a resume if the block continues, and its mails stay due', async () => {
      const { send, command, worker, asked, pausedFor, store } = await open(all)
      for (const domain of three) await send(`a@${domain}`, 'confirmed')
      await command('resume')
      expect(await pausedFor()).toBeNull()
      await worker.drain()
      expect([await pausedFor(), asked.length]).toEqual([expect.stringContaining(blocked), 6])
      const states = store.db.selectFrom('outbox').select('state').execute()
      expect(await states).toEqual(three.map(() => ({ state: 'due' })))
    })

    test('a mail that only its recipient refuses ends a pause for the sender', async () => {
      const { send, server, queue, worker, clock, pausedFor } = await open(
        (domain) => domain === 'refuses.example',
      )
      server.refuse.sender = '550 5.7.1 sender not yours'
      expect(await send('a@refuses.example')).toContain('sender not yours')
      await queue('sanne@gmail.com')
      await queue('daan@refuses.example')
      server.refuse.sender = undefined
      clock.now += quarterMs
      await worker.drain()
      expect([await pausedFor(), server.received.length]).toEqual([null, 1])
    })
  },
)
