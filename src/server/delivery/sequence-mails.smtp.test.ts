import { newId } from '#server/db/new-id.ts'
import type { Insertable } from 'kysely'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import type { RenderMail } from '#contract/render.ts'
import { insertRows } from '#server/db/rows.ts'
import type { PeopleTable } from '#server/db/people-schema.ts'
import type { SequencePlacesTable } from '#server/db/quiz-schema.ts'
import type { Store } from '#server/db/store.ts'
import { runAction } from '#test/run-action.ts'
import { engines, freshStore } from '#test/fresh-store.ts'
import { noon } from '#test/mailbox.ts'
import { sequenceScene } from '#test/sequence-scene.ts'
import { openMailServer, openRudeServer } from '#test/smtp.ts'
import { mailCommand } from '#server/ops/mail-actions.ts'
import { queueMails, priorities } from '#server/outbox/outbox.ts'

const sanne = 'sanne@example.com'
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const copy = campaign.sequence!

describe.each(engines)('mails of a sequence on %s', (engine) => {
  const open = async (options: Parameters<typeof sequenceScene>[1] = {}) => {
    const server = await openMailServer()
    const store = await freshStore(engine)
    return { server, ...sequenceScene(store, { smtpUrl: server.url, ...options }) }
  }

  test('carry the unsubscribe link and the one-click headers', async () => {
    const { server, takeQuiz, minute } = await open()
    await takeQuiz(sanne)
    await minute()
    const { headers, text } = await PostalMime.parse(server.received[0]!.raw)
    const found = Object.fromEntries(headers.map(({ key, value }) => [key, value]))
    expect(found).toMatchObject({
      to: sanne,
      'list-unsubscribe': expect.stringMatching(
        /^<https:\/\/fuel\.example\/unsubscribe\/[\w-]{43}>$/,
      ),
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    })
    expect(text).toContain('/unsubscribe/')
  })

  test('10,000 of them that are due at eight do not delay a confirm mail', async () => {
    const { server, store, worker, queue, clock } = await open({ config: { mailsPerHour: 100 } })
    clock.now = Date.parse('2026-11-22T07:00:00Z')
    await dueSteps(store, 10_000, clock.now)
    await worker.drain()
    const before = server.received.length
    await queue('daan@example.com')
    clock.now += 40_000
    await worker.drain()
    expect([before, server.received.slice(before).map(({ to }) => to[0])]).toEqual([
      10,
      ['daan@example.com'],
    ])
  })

  test('take at most half of MAILS_PER_HOUR while a confirm mail waits', async () => {
    const { server, store, worker, clock, queue } = await open({ config: { mailsPerHour: 60 } })
    await dueSteps(store, 200, clock.now)
    await queue('waiting@example.com')
    await store.db
      .updateTable('outbox')
      .set({ waits: 'time', dueAt: clock.now + dayMs })
      .where('email', '=', 'waiting@example.com')
      .execute()
    const sentInAnHour = async () => {
      const before = server.received.length
      for (const end = clock.now + hourMs; clock.now < end; clock.now += 60_000)
        await worker.drain()
      return server.received.length - before
    }
    const waited = await sentInAnHour()
    await store.db
      .updateTable('outbox')
      .set({ state: 'cancelled' })
      .where('email', '=', 'waiting@example.com')
      .execute()
    const alone = await sentInAnHour()
    expect(waited).toBeGreaterThan(25)
    expect(waited).toBeLessThanOrEqual(30)
    expect(alone).toBeGreaterThan(50)
  })

  test('that are queued in the evening wait for the morning', async () => {
    const { server, store, worker, clock, queue, row } = await open()
    await dueSteps(store, 1, clock.now)
    clock.now = Date.parse('2026-11-21T20:00:00Z')
    await queue(sanne)
    await worker.drain()
    expect(server.received.map(({ to }) => to[0])).toEqual([sanne])
    clock.now = Date.parse('2026-11-22T07:00:00Z')
    await worker.drain()
    expect([server.received.length, (await row('athlete0@team0.example')).state]).toEqual([
      2,
      'sent',
    ])
  })

  test('do not leave if quiet hours begin while they are rendered', async () => {
    const scene = await open({
      render: async () => {
        scene.clock.now = noon + 9 * hourMs
        return plain
      },
    })
    await dueSteps(scene.store, 1, scene.clock.now)
    await scene.worker.drain()
    expect([scene.server.received, await scene.row('athlete0@team0.example')]).toMatchObject([
      [],
      { state: 'due', attempts: 0, handed: 0 },
    ])
  })

  test('have the type of a newer result that arrived while they were rendered', async () => {
    let newer = async () => {}
    const scene = await open({
      render: async (mail) => {
        await newer()
        newer = async () => {}
        return { ...plain, subject: mail.template === 'sequence' ? mail.quizType : '' }
      },
    })
    newer = () => scene.takeQuiz(sanne, 'energy')
    await scene.takeQuiz(sanne, 'focus')
    await scene.minute()
    expect(
      scene.server.received.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)![1]!.trim()),
    ).toEqual(['energy'])
  })

  test('of a sequence that is replaced while they are rendered are not sent', async () => {
    let meanwhile = async () => {}
    const scene = await open({
      render: async () => {
        await meanwhile()
        meanwhile = async () => {}
        return plain
      },
    })
    await scene.takeQuiz(sanne)
    await scene.after(0)
    meanwhile = () => scene.takeQuiz(sanne, 'energy')
    await scene.after(2)
    await scene.minute()
    expect(await scene.queued(sanne)).toEqual([
      'protocol sent',
      'first-days cancelled: the sequence has advanced or restarted',
      'protocol sent',
    ])
  })

  test('do not leave once the person has left', async () => {
    const scene = await open({
      render: async () => {
        await scene.leave(sanne)
        return plain
      },
    })
    await scene.takeQuiz(sanne)
    await scene.minute()
    expect([
      scene.server.received,
      await scene.queued(sanne),
      await scene.sequences(sanne),
    ]).toEqual([[], ['protocol cancelled: left the list'], ['focus stopped']])
  })

  test('are sent at once to a person who left before the first and returned with another result', async () => {
    const { server, clock, planner, takeQuiz, leave, confirm, minute } = await open()
    await takeQuiz(sanne)
    await planner.run()
    await leave(sanne)
    clock.now += 60_000
    await takeQuiz(sanne, 'stress', 'double')
    await confirm(sanne)
    await minute()
    expect(server.received.filter(({ raw }) => raw.includes('A sequence mail'))).toHaveLength(1)
  })

  test('that wait while the campaign is closed are not sent', async () => {
    const { takeQuiz, planner, withCopy, server, queued } = await open()
    await takeQuiz(sanne)
    await planner.run()
    await withCopy({ ...copy, closed: true }).minute()
    expect([server.received, await queued(sanne)]).toEqual([
      [],
      ['protocol cancelled: the campaign is closed'],
    ])
  })

  test('queue no step behind one that waits for the mail server, and continue a day apart after ten days', async () => {
    const { takeQuiz, run, arrived, queued, planner, clock, minute } = await open()
    await takeQuiz(sanne)
    for (let day = 0; day < 10; day++, clock.now += dayMs) await planner.run()
    expect(await queued(sanne)).toEqual(['protocol due'])
    await minute()
    await run(1.9)
    expect(await arrived(sanne)).toEqual(['protocol focus'])
    await run(1)
    expect(await arrived(sanne)).toEqual(['protocol focus', 'first-days focus'])
  })

  test('that are 14 days late wait for the operator, who sees and releases them', async () => {
    const { takeQuiz, planner, clock, minute, arrived, store } = await open()
    const lines: string[] = []
    const command = (name: string) =>
      runAction(mailCommand, [name], {
        store,
        config: {
          smtpUrl: 'smtp://mail.example',
          publicUrl: 'https://fuel.example',
          loopback: false,
          trustedProxies: [],
          mailsPerHour: 3000,
          mailFrom: 'waitlist@fuel.example',
          limits: 'on',
        },
        sequence: copy,
        now: clock.now,
        print: (line) => void lines.push(line),
      })
    await takeQuiz(sanne)
    await planner.run()
    clock.now += 14 * dayMs + 1
    await minute()
    expect(await arrived(sanne)).toEqual([])
    await command('status')
    expect(lines).toContainEqual(
      expect.stringMatching(/^ +1 overdue .*in a sequence 14 days.*: npm run mail -- release$/),
    )
    await command('release')
    await minute()
    expect(await arrived(sanne)).toEqual(['protocol focus'])
  })

  test('one that is refused waits for the operator, and so does the sequence', async () => {
    const { server, takeQuiz, run, queued, store, clock, minute } = await open()
    server.refuse.recipient = () => '550 5.2.2 mailbox full'
    await takeQuiz(sanne)
    await run(4)
    expect(await queued(sanne)).toEqual(['protocol dead: 550 5.2.2 mailbox full'])
    server.refuse.recipient = undefined
    await runAction(mailCommand, ['retry'], {
      store,
      config: {
        smtpUrl: 'smtp://mail.example',
        publicUrl: 'https://fuel.example',
        loopback: false,
        trustedProxies: [],
        mailsPerHour: 3000,
        mailFrom: 'waitlist@fuel.example',
        limits: 'on',
      },
      sequence: copy,
      now: clock.now,
      print: () => {},
    })
    await minute()
    await run(2)
    expect(await queued(sanne)).toEqual(['protocol sent', 'first-days sent'])
  })

  test('[MAIL-1] one that is refused with our account leaves once the account is accepted, and the sequence continues', async () => {
    const { server, takeQuiz, run, queued, row } = await open()
    server.refuse.message = '550 5.4.5 Daily user sending limit exceeded'
    await takeQuiz(sanne)
    await run(2)
    expect(await queued(sanne)).toEqual([
      'protocol due: 550 5.4.5 Daily user sending limit exceeded',
    ])
    expect(await row(sanne)).toMatchObject({ attempts: 0 })
    server.refuse.message = undefined
    await run(4)
    expect(await queued(sanne)).toEqual(['protocol sent', 'first-days sent'])
  })

  test('one whose delivery is unknown is sent once more, then the sequence continues', async () => {
    const rude = await openRudeServer({ dot: 'hang up' })
    const store = await freshStore(engine)
    const { takeQuiz, minute, clock, queued } = sequenceScene(store, { smtpUrl: rude.url })
    await takeQuiz(sanne)
    for (let n = 0; n < 3; n++, clock.now += 30_000) await minute()
    rude.manners = {}
    clock.now += 2 * dayMs
    await minute()
    await minute()
    expect((await queued(sanne)).map((mail) => mail.split(':')[0])).toEqual([
      'protocol uncertain',
      'first-days sent',
    ])
    expect(
      new Set(rude.taken.slice(0, 2).map((raw) => /^Message-ID: (.*)$/im.exec(raw)![1])).size,
    ).toBe(1)
  })
})

const plain: Awaited<ReturnType<RenderMail>> = {
  subject: 'A mail',
  html: '<p>text</p>',
  text: 'text',
}

/** People of many domains whose second step is queued. */
async function dueSteps(store: Store, count: number, at: number): Promise<void> {
  const people = Array.from({ length: count }, (_, n) => ({
    id: newId(),
    email: `athlete${n}@team${n % 500}.example`,
  }))
  for (let start = 0; start < count; start += 100) {
    const some = people.slice(start, start + 100)
    const enter = () =>
      store.transact(async (trx) => {
        const rows = some.map(({ id, email }): Insertable<PeopleTable> => ({
          id,
          email,
          state: 'confirmed',
          language: 'en',
          placement: 'quiz',
          source: '',
          createdAt: at,
          confirmedAt: at,
          leftAt: null,
          recentMails: '[]',
        }))
        await insertRows(trx, 'test people', rows, (values) =>
          trx.insertInto('people').values(values as Insertable<PeopleTable>[]),
        )
        const ids = await queueMails(
          trx,
          some.map(({ id, email }) => ({
            personId: id,
            email,
            template: 'sequence',
            data: { step: 'first-days', quizType: 'focus', afterDays: 2 },
            priority: priorities.later,
          })),
          at,
        )
        const places = some.map(({ id }, index): SequencePlacesTable => ({
          personId: id,
          step: 'protocol',
          stepDays: 0,
          firstAt: at - 2 * dayMs,
          lastAt: at - 2 * dayMs,
          dueAt: null,
          mailId: ids[index]!,
          firsts: '[]',
        }))
        await insertRows(trx, 'test places', places, (values) =>
          trx.insertInto('sequence_places').values(values as SequencePlacesTable[]),
        )
      })
    // A busy machine may take longer over a statement than a visitor is let wait.
    await enter().catch(enter).catch(enter)
  }
}
