import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Mail, MailTemplate } from '#contract/mails/mails.ts'
import { spotCodeText } from '#contract/line/line.ts'
import type { Store } from '#server/db/store.ts'
import { queueNews, resumeNews, stopNews } from '#server/line/news.ts'
import { settleRewards } from '#server/line/rewards.ts'
import { spotCode } from '#server/line/spots.ts'
import { inviteWave } from '#server/line/waves.ts'
import { engines, freshStore, testSecret } from '#test/fresh-store.ts'
import { dayMs, linePeople, terms, type LinePeople } from '#test/line-people.ts'
import { mailScene } from '#test/mailbox.ts'
import { openMailServer } from '#test/smtp.ts'

describe.each(engines)('mails of the line on %s', (engine) => {
  let store: Store
  let people: LinePeople
  let server: Awaited<ReturnType<typeof openMailServer>>
  const sent: Mail[] = []
  beforeAll(async () => {
    store = await freshStore(engine)
    people = await linePeople(store)
    server = await openMailServer()
  })
  afterAll(() => store.close())

  /** The worker of the people's time; it renders what it sends into `sent`. */
  const delivers = async () => {
    const scene = mailScene(store, server.url, {
      config: { limits: 'off' },
      render: async (mail) => {
        sent.push(mail)
        return { subject: mail.template, html: `<p>${mail.template}</p>`, text: mail.template }
      },
    })
    scene.clock.now = people.clock.now
    await scene.worker.drain()
    await scene.worker.stop()
  }
  const sentTo = <T extends MailTemplate>(template: T, email: string) =>
    sent.filter((mail) => mail.template === template && mail.email === email) as Extract<
      Mail,
      { template: T }
    >[]
  const enters = async (email: string, owner?: string) => {
    const id = await people.enters(email, owner)
    return { id, email }
  }

  test('[LINE-10] the welcome mail has the place of the moment at which it leaves', async () => {
    const first = await people.enters('first@example.com')
    const mila = await enters('mila@example.com')
    await people.leaves(first)
    await delivers()
    const [{ standing }] = sentTo('welcome', mila.email) as [Extract<Mail, { template: 'welcome' }>]
    expect(standing).toMatchObject({ asOf: people.clock.now, place: { place: 1, before: 0 } })
    expect(standing!.link!.url).toBe(`https://fuel.example/?via=${await people.codeOf(mila.id)}`)
  })

  test('[LINE-10] a mail about friends is sent once, and to leave the list stays what a mail program offers', async () => {
    const owner = await enters('owner@example.com')
    await people.enters('friend@example.com', owner.id)
    await queueNews(store, people.clock.now)
    await delivers()
    await queueNews(store, people.clock.now)
    await delivers()
    const [mail, ...others] = sentTo('friend', owner.email)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ news: { more: 1, fewer: 0 }, standing: { counted: 1 } })
    expect(mail!.stopUrl).toBe(`${mail!.unsubscribeUrl}/friends`)
    const { raw } = server.received.findLast(({ to }) => to[0] === owner.email)!
    expect(raw).toContain(`List-Unsubscribe: <${mail!.unsubscribeUrl}>\r\n`)
  })

  test('[LINE-10] a queued mail is not sent once the person stopped these mails or left', async () => {
    const [stops, leaves] = [await enters('stops@example.com'), await enters('leaves@example.com')]
    for (const { id, email } of [stops, leaves]) await people.enters(`of.${email}`, id)
    await queueNews(store, people.clock.now)
    await store.transact((trx) => stopNews(trx, stops.id, people.clock.now))
    await people.leaves(leaves.id)
    await delivers()
    expect([...sentTo('friend', stops.email), ...sentTo('friend', leaves.email)]).toEqual([])
  })

  test('[LINE-10] friends of a mail that was not sent are told in the next one', async () => {
    const owner = await enters('late@example.com')
    await people.enters(`of.${owner.email}`, owner.id)
    await queueNews(store, people.clock.now)
    await store.transact((trx) => stopNews(trx, owner.id, people.clock.now))
    await delivers()
    expect(sentTo('friend', owner.email)).toEqual([])
    await store.transact((trx) => resumeNews(trx, owner.id, people.clock.now))
    await queueNews(store, people.clock.now)
    await delivers()
    expect(sentTo('friend', owner.email)).toMatchObject([{ news: { more: 1, fewer: 0 } }])
  })

  test('[LINE-6] [LINE-10] a reward is told once it is the person’s, unless it was withdrawn', async () => {
    const [owner, ring] = [await enters('rich@example.com'), await enters('ring@example.com')]
    for (const { id, email } of [owner, ring]) await people.enters(`of.${email}`, id)
    people.clock.now += terms.holdHours * 3_600_000
    await settleRewards(store, people.clock.now)
    await store.db
      .updateTable('rewards')
      .set({ state: 'withdrawn' })
      .where('personId', '=', ring.id)
      .execute()
    await delivers()
    expect(sentTo('reward', owner.email)).toMatchObject([{ friends: 1 }])
    expect(sentTo('reward', ring.email)).toEqual([])
  })

  test('[LINE-6] [LINE-10] one mail tells two rewards, and the other one where one was withdrawn since', async () => {
    const [both, one] = [await enters('both@example.com'), await enters('one@example.com')]
    await store.db.deleteFrom('offer_grants').where('personId', 'in', [both.id, one.id]).execute()
    for (const { id, email } of [both, one])
      for (const name of ['mila', 'finn', 'kim']) await people.enters(`${name}.of.${email}`, id)
    people.clock.now += terms.holdHours * 3_600_000
    await settleRewards(store, people.clock.now)
    await store.db
      .updateTable('rewards')
      .set({ state: 'withdrawn' })
      .where('personId', '=', one.id)
      .where('step', '=', 3)
      .execute()
    await delivers()
    expect(sentTo('reward', both.email)).toMatchObject([{ friends: 3, also: [1] }])
    const [mail, ...others] = sentTo('reward', one.email)
    expect([mail, others]).toMatchObject([{ friends: 1 }, []])
    expect(mail).not.toHaveProperty('also')
  })

  test('[LINE-8] [LINE-10] the code of a spot is in the mail and nowhere in the queue, and is not sent after its end', async () => {
    const until = people.clock.now + dayMs
    const invite = (spots: number) =>
      store.transact((trx) =>
        inviteWave(
          trx,
          { spots, until, quizType: null, by: 'anna@x.nl' },
          testSecret,
          people.clock.now,
        ),
      )
    await invite(1)
    const spot = await store.db.selectFrom('wave_spots').selectAll().executeTakeFirstOrThrow()
    const code = spotCode(testSecret, spot.id)
    expect(JSON.stringify(await store.db.selectFrom('outbox').selectAll().execute())).not.toContain(
      code,
    )
    await delivers()
    const turns = sent.filter((mail) => mail.template === 'turn')
    expect(turns).toMatchObject([
      {
        spotUrl: `https://fuel.example/spot/${code}`,
        spot: { code: spotCodeText(code), wave: 1, untilMs: until },
      },
    ])
    await invite(1)
    people.clock.now = until
    await delivers()
    expect(sent.filter((mail) => mail.template === 'turn')).toHaveLength(1)
  })

  test('[LINE-8] [LINE-10] the mail of a wave of one quiz type names the type', async () => {
    const noor = await enters('noor@example.com')
    await store.db
      .updateTable('people')
      .set({ quizType: 'focus' })
      .where('id', '=', noor.id)
      .execute()
    const until = people.clock.now + dayMs
    await store.transact((trx) =>
      inviteWave(
        trx,
        { spots: 1, until, quizType: 'focus', by: 'shell' },
        testSecret,
        people.clock.now,
      ),
    )
    await delivers()
    expect(sentTo('turn', noor.email)).toMatchObject([{ spot: { quizType: 'focus' } }])
  })
})
