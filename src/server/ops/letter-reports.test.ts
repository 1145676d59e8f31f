import { describe, expect, test, vi } from 'vitest'
import { campaign } from '#campaign'
import { freshFolder, freshStore, storeEngines, type Engine } from '#test/fresh-store.ts'
import { addListed, feedLetters, sentLetter, weAreLive } from '#test/letters.ts'
import { noon } from '#test/mailbox.ts'
import { storeReport, type Report } from '#server/bounces/reports.ts'
import type { Log } from '#server/config/log.ts'
import { describeLetter } from '#server/letters/describe.ts'
import { recordLetterMails } from '#server/letters/outcomes.ts'
import { readLetterCounts, readLetter } from '#server/letters/letter.ts'
import { alertOperators } from './incidents.ts'

const { stops } = campaign.letters
const alertConfig = {
  smtpUrl: 'smtp://mail.example',
  publicUrl: 'https://fuel.example',
  loopback: false,
  trustedProxies: [],
  dataDir: freshFolder(),
  operators: [{ email: 'anna@example.com', role: 'operator' as const }],
}

/** A letter to 150 people, every other one at gmail.com: all its mails were accepted. */
async function acceptedLetter(engine: Engine) {
  const store = await freshStore(engine)
  await addListed(
    store,
    Array.from({ length: 150 }, (_, n) => {
      const id = `p${String(n).padStart(3, '0')}`
      return { id, email: `${id}@${n % 2 === 0 ? 'gmail.com' : 'example.com'}` }
    }),
  )
  const { id } = await sentLetter(store, noon)
  await feedLetters(store, noon)
  const sent = { state: 'sent' as const, waits: 'time', sentAt: noon }
  await store.db.updateTable('outbox').set(sent).execute()
  const mails = await store.db
    .selectFrom('outbox')
    .select(['id', 'domain', 'letterLanguage'])
    .orderBy('personId')
    .execute()
  const ended = mails.map((mail) => ({ ...mail, letterId: id, outcome: 'accepted' as const }))
  await store.transact((trx) => recordLetterMails(trx, ended, noon))
  const logged = vi.fn<Log['error']>()
  const counted = vi.fn<(labels: { rule: string }) => void>()
  return {
    store,
    letter: async () => (await readLetter(store.db, id))!,
    counts: () => readLetterCounts(store.db, id),
    /** Reports the mail with this turn, from 0. */
    report: (turn: number, kind: Report['kind'], via: string) =>
      storeReport(
        { store, log: { error: logged }, metrics: { letterStops: { inc: counted } } },
        {
          kind,
          via,
          mailId: mails[turn]!.id,
          eventKey: `${kind} ${mails[turn]!.id}`,
          reason: '',
        },
        noon,
      ),
    logged,
    counted,
    slots: () =>
      store.db
        .selectFrom('letter_slots')
        .select(['slot', 'sent', 'bounced', 'complained'])
        .orderBy('slot')
        .execute(),
    alerts: async () => {
      await alertOperators(store, alertConfig, noon)
      const queued = await store.db
        .selectFrom('outbox')
        .where('personId', 'is', null)
        .select(['email', 'data'])
        .execute()
      return queued.map(({ email, data }) => ({ email, ...JSON.parse(data) }))
    },
  }
}

describe.each(storeEngines)('%s: reports about the mails of a letter', (engine) => {
  test('[LETTER-4] [BACK-4] a hard bounce and a complaint count once, at the provider and in the slot of their mail', async () => {
    const { report, counts, slots, letter } = await acceptedLetter(engine)
    await report(120, 'hard-bounce', 'mailbox')
    expect(await report(120, 'hard-bounce', 'mailbox')).toBe('replayed')
    await report(3, 'complaint', 'postmark')
    await report(4, 'soft-bounce', 'mailbox')
    await report(5, 'out-of-office', 'mailbox')
    const { total, providers } = await counts()
    expect(total).toMatchObject({ accepted: 150, bounced: 0, returned: 1, complained: 1 })
    expect(providers.find(({ provider }) => provider === 'gmail.com')).toMatchObject({
      returned: 1,
      complained: 0,
    })
    expect(await slots()).toEqual([
      { slot: 0, sent: 100, bounced: 0, complained: 1 },
      { slot: 1, sent: 50, bounced: 1, complained: 0 },
    ])
    expect(await letter()).toMatchObject({ state: 'sending' })
  })

  test('[BACK-4] mails that come back without suppressing anybody are counted once each, named in letters -- show, and stop no letter', async () => {
    const { report, counts, slots, letter } = await acceptedLetter(engine)
    const before = await slots()
    for (let turn = 0; turn < 100; turn++)
      await report(turn, (['refusal', 'account', 'soft-bounce'] as const)[turn % 3]!, 'mailbox')
    await report(0, 'soft-bounce', 'mailbox')
    await report(120, 'out-of-office', 'mailbox')
    await report(121, 'complaint', 'mailbox')
    const { total, languages } = await counts()
    expect(total).toMatchObject({ accepted: 150, returned: 0, complained: 1, declined: 100 })
    expect(await slots()).toEqual([before[0], { ...before[1], complained: 1 }])
    expect(await letter()).toMatchObject({ state: 'sending' })
    const lines = describeLetter(await letter(), { counts: total, languages }, 'Europe/Amsterdam')
    expect(lines).toContain('complained  1')
    expect(lines.find((line) => line.startsWith('declined'))).toMatch(
      /^declined {4}100: came back .* Nobody is suppressed\.$/,
    )
  })

  test.each([
    {
      rule: 'bounces',
      kind: 'hard-bounce',
      via: 'mailbox',
      why: 'too many of its mails bounced',
    },
    {
      rule: 'complaints',
      kind: 'complaint',
      via: 'postmark',
      why: 'too many people marked it as spam',
    },
  ] as const)(
    '[LETTER-3] [BACK-4] a letter above its limit of $rule stops, is logged and counted, and its operators get one mail about it',
    async ({ rule, kind, via, why }) => {
      const { report, letter, alerts, logged, counted } = await acceptedLetter(engine)
      const { atLeast: most } = stops[rule]
      for (let turn = 0; turn < most; turn++) await report(turn, kind, via)
      expect(await letter()).toMatchObject({ state: 'sending' })
      expect(await alerts()).toEqual([])
      expect(counted).not.toHaveBeenCalled()
      await report(most, kind, via)
      expect(await letter()).toMatchObject({ state: 'paused', pausedBy: rule })
      expect(counted.mock.calls).toEqual([[{ rule }]])
      expect(logged.mock.calls[0]![1]).toBe('a letter stopped by itself')
      const alert = {
        title: `The letter “${weAreLive.subject}” is paused`,
        text: expect.stringContaining(why),
      }
      const expected = [{ email: 'anna@example.com', notices: [expect.objectContaining(alert)] }]
      expect(await alerts()).toEqual(expected)
      expect(await alerts()).toEqual(expected)
    },
  )
})
