import { describe, expect, test } from 'vitest'
import { StoreUnavailable } from '#server/db/store.ts'
import { campaign } from '#campaign'
import { runAction } from '#test/run-action.ts'
import { engines, freshStore } from '#test/fresh-store.ts'
import { mailScene, queueTo } from '#test/mailbox.ts'
import { openMailServer } from '#test/smtp.ts'
import { mailCommand } from '#server/ops/mail-actions.ts'

const sanne = 'sanne@example.com'
const second = 1_000

describe.each(engines)('%s: npm run mail -- hold beside a server', (engine) => {
  const open = async (smtpUrl = 'smtp://mail.example') => {
    const scene = mailScene(await freshStore(engine), smtpUrl)
    const { clock } = scene
    /** `rested` is called whenever the command gives way or waits. */
    const run = async (
      name: string,
      {
        rested = async (): Promise<unknown> => void (clock.now += second),
        tell = (_line: string) => {},
      } = {},
    ) => {
      const lines: string[] = []
      const code = await runAction(mailCommand, [name], {
        store: scene.store,
        config: {
          smtpUrl,
          publicUrl: 'https://fuel.example',
          loopback: false,
          trustedProxies: [],
          mailsPerHour: 3000,
          mailFrom: 'waitlist@fuel.example',
          limits: 'on',
        },
        sequence: campaign.sequence,
        now: clock.now,
        time: { now: () => clock.now, rest: rested },
        print: (line) => {
          lines.push(line)
          tell(line)
        },
      }).catch((error: unknown) => {
        lines.push(String(error))
        return 1
      })
      return { code, output: lines.join('\n') }
    }
    const count = async (state: 'due' | 'overdue' | 'sent') =>
      (await scene.store.db.selectFrom('outbox').select('id').where('state', '=', state).execute())
        .length
    const queueMany = async (many: number) => {
      const personId = await queueTo(scene.store, sanne, 'confirm', 'unconfirmed', clock.now)
      const first = await scene.store.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
      for (let n = 1; n < many; n += 300) {
        const some = Array.from({ length: Math.min(300, many - n) }, (_, index) => ({
          ...first,
          id: `mail ${n + index}`,
          personId,
        }))
        await scene.store.db.insertInto('outbox').values(some).execute()
      }
    }
    return { ...scene, run, count, queueMany }
  }

  /**
   * The server has written a mail and waits for the answer. `hold` begins. The answer comes while
   * `hold` waits for it, or after `hold` has ended. `hold` looks again once the server has recorded
   * the outcome.
   */
  const holdMeanwhile = async (answer?: string) => {
    const server = await openMailServer()
    const scene = await open(server.url)
    const [waits, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let told = false
    let hold: ReturnType<typeof scene.run> | undefined
    server.beforeAnswer = async () => {
      hold ??= scene.run('hold', {
        rested: () => (told ? answered.promise : Promise.resolve()),
        tell: (line) => {
          if (line.startsWith('Waiting for 1 mail')) {
            told = true
            waits.resolve()
          }
        },
      })
      await Promise.race([waits.promise, hold])
      if (answer) server.refuse.message = answer
    }
    await scene.queue(sanne)
    await scene.worker.drain()
    const pausedBefore = await scene.pausedFor()
    answered.resolve()
    const { output } = await hold!
    server.beforeAnswer = async () => {}
    delete server.refuse.message
    return { ...scene, server, output, pausedBefore }
  }

  test('a mail that is accepted meanwhile is recorded as sent, does not end the pause, and is not sent again by a release', async () => {
    const { output, row, run, worker, server, pausedBefore, pausedFor } = await holdMeanwhile()
    expect(output).toMatch(
      /^Waiting for 1 mail on the way, .*\nMail is paused\. npm run mail -- resume lets new mail go\.$/,
    )
    expect([(await row(sanne)).state, pausedBefore, await pausedFor()]).toEqual([
      'sent',
      'npm run mail -- hold has not come to its end',
      'held by npm run mail -- hold',
    ])
    await run('release')
    await worker.drain()
    expect(server.received).toHaveLength(1)
  })

  test('a mail that the server defers meanwhile is held with the others', async () => {
    const { output, row, run, worker, server, clock } = await holdMeanwhile('451 4.3.0 later')
    expect(output).toMatch(/\n1 mail waited then or came due since, and may have been sent:\n/)
    clock.now += 3_600 * second
    await run('resume')
    await worker.drain()
    expect([(await row(sanne)).state, server.received.length]).toEqual(['overdue', 0])
    await run('release')
    await worker.drain()
    expect([(await row(sanne)).state, server.received.length]).toEqual(['sent', 1])
  })

  test('a mail of a server that died is held when its lease has ended, not before', async () => {
    const { queue, run, count, store, clock } = await open()
    await queue(sanne)
    const leaseUntil = clock.now + 20 * second
    await store.db
      .updateTable('outbox')
      .set({
        state: 'sending',
        handed: 1,
        leaseOwner: 'a server that died',
        leaseUntil,
      })
      .execute()
    const heldBefore: number[] = []
    const { output } = await run('hold', {
      rested: async () => {
        if (clock.now < leaseUntil) heldBefore.push(await count('overdue'))
        clock.now += second
      },
    })
    expect(output).toMatch(/^Waiting for 1 mail on the way.*\n1 mail waited then/)
    expect([heldBefore, await count('overdue')]).toEqual([Array.from({ length: 20 }, () => 0), 1])
  })

  test('holds at most five hundred of thousands of mails at a time, and others write in between', async () => {
    const { run, count, queueMany, queue, clock, row } = await open()
    await queueMany(2_600)
    const seen = [0]
    const { output } = await run('hold', {
      rested: async () => {
        clock.now += second
        seen.push(await count('overdue'))
        if (seen.at(-1)! > 0) await queue(`athlete${seen.length}@example.com`)
      },
    })
    expect(
      Math.max(...seen.slice(1).map((held, index) => held - seen[index]!)),
    ).toBeLessThanOrEqual(500)
    expect(output).toMatch(
      /^2600 mails waited then or came due since, and may have been sent:\n(  \S+ confirm to sa\S+\n){50}  and 2550 more\n/,
    )
    expect([(await row('athlete9@example.com')).state, await count('overdue')]).toEqual([
      'due',
      2_600,
    ])
  })

  test('after an interruption it says to run it again; until then no mail leaves, and the next run continues', async () => {
    const server = await openMailServer()
    const { run, count, queueMany, worker } = await open(server.url)
    await queueMany(400)
    const first = await run('hold', {
      rested: async () => {
        if ((await count('overdue')) > 0) throw new StoreUnavailable('Query read timeout')
      },
    })
    expect(first).toMatchObject({
      code: 1,
      output: expect.stringContaining('Run npm run mail -- hold again'),
    })
    expect(first.output).toContain('Query read timeout')
    const left = await count('due')
    expect(left).toBeGreaterThan(0)
    expect(await run('status')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/Mail is paused since .* run it again: npm run mail -- hold$/m),
    })
    for (const word of ['resume', 'release'])
      expect(await run(word)).toMatchObject({
        code: 1,
        output: expect.stringContaining('Run npm run mail -- hold again'),
      })
    await worker.drain()
    expect((await run('hold')).output).toMatch(new RegExp(`^${left} mails waited`))
    await run('resume')
    await worker.drain()
    expect([server.received.length, await count('due'), await count('overdue')]).toEqual([
      0, 0, 400,
    ])
  })
})
