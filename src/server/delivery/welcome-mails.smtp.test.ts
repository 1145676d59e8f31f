import { describe, expect, test } from 'vitest'
import { engines, freshStore } from '#test/fresh-store.ts'
import { sequenceScene } from '#test/sequence-scene.ts'
import { openMailServer } from '#test/smtp.ts'

const minuteMs = 60_000

describe.each(engines)('the welcome mail on %s', (engine) => {
  const open = async () => {
    const server = await openMailServer()
    const scene = sequenceScene(await freshStore(engine), { smtpUrl: server.url })
    const order = () =>
      server.received.map(
        ({ to, raw }) => `${to[0]!.split('@')[0]} ${/^Subject: A (\w+) mail/m.exec(raw)?.[1]}`,
      )
    return { server, order, ...scene }
  }

  test('[CALL-1] [QUIZ-9] leaves before the first step to the same person, whatever connections are free', async () => {
    const { takeQuiz, confirm, minute, clock, order } = await open()
    const people = Array.from({ length: 12 }, (_, n) => `athlete${n}`)
    for (const name of people) await takeQuiz(`${name}@gmail.com`, 'focus', 'double')
    await minute()
    clock.now += minuteMs
    for (const name of people) await confirm(`${name}@gmail.com`)
    await minute()
    for (const name of people)
      expect(order().filter((mail) => mail.startsWith(`${name} `))).toEqual([
        `${name} confirm`,
        `${name} welcome`,
        `${name} sequence`,
      ])
  })

  test('[QUIZ-9] while the welcome mail is retried the first step waits for it, and delays nobody else', async () => {
    const { server, takeQuiz, confirm, minute, clock, order, queue } = await open()
    await takeQuiz('sanne@gmail.com', 'focus', 'double')
    await minute()
    server.refuse.message = '451 4.7.1 try later'
    await confirm('sanne@gmail.com')
    await minute()
    server.refuse.message = undefined!
    await queue('daan@gmail.com')
    clock.now += 2_000
    await minute()
    expect(order()).toEqual(['sanne confirm', 'daan confirm'])
    clock.now += 2 * minuteMs
    await minute()
    expect(order().slice(2)).toEqual(['sanne welcome', 'sanne sequence'])
  })

  test("[CALL-1] mails to a confirmed person do not count in the mailbox's budget: a tagged address gets welcome and protocol at once", async () => {
    const { takeQuiz, confirm, minute, clock, order } = await open()
    for (const name of ['sanne+1', 'sanne+2'])
      await takeQuiz(`${name}@gmail.com`, 'focus', 'double')
    await minute()
    clock.now += minuteMs
    await confirm('sanne+1@gmail.com')
    await minute()
    expect(order().filter((mail) => mail.startsWith('sanne+1'))).toEqual([
      'sanne+1 confirm',
      'sanne+1 welcome',
      'sanne+1 sequence',
    ])
  })

  test('[CALL-1] with single opt-in the mailbox is unproven, so its mails count', async () => {
    const { save, minute, order } = await open()
    for (const n of [1, 2, 3, 4]) await save(`daan+${n}@gmail.com`, 'focus', 'single')
    await minute()
    expect(order()).toEqual([
      expect.stringMatching(/^daan\+\d welcome$/),
      expect.stringMatching(/^daan\+\d welcome$/),
    ])
  })
})
