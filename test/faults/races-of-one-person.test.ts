import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import type { RenderMail } from '#contract/render.ts'
import type { MailTemplate } from '#contract/mails/mails.ts'
import { journalHash } from '#server/db/journal-file.ts'
import { erasePerson } from '#server/signup/erasure.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { leave } from '#server/signup/membership.ts'
import { type Engine, freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { mailScene, noon, queueTo } from '#test/mailbox.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { openMailServer } from '#test/smtp.ts'

const rounds = Number(process.env['PERSON_RACE_ROUNDS'] ?? 10)
/**
 * A mail that is asked for in the very millisecond of leaving counts as asked for afterwards:
 * nobody here is that fast.
 */
const later = noon + 1

type Act = 'confirm' | 'leave' | 'erase'
/**
 * The mail that waits for somebody, and what is done to them at once. A confirm mail waits for who
 * is not confirmed yet.
 */
const mixes: [MailTemplate, Act[]][] = [
  ['confirm', ['confirm', 'leave', 'erase']],
  ['listed', ['leave', 'erase', 'leave']],
  ['confirm', ['confirm', 'leave', 'confirm']],
  ['listed', ['leave', 'leave']],
  ['confirm', ['confirm', 'confirm']],
  ['listed', []],
]

/**
 * Two programs on one store, each with its mail worker; on SQLite the second is a command, since
 * one server alone has the folder.
 */
async function race(engine: Engine) {
  const store = await freshStore(engine)
  const second = await store.reopen({ role: engine === 'sqlite' ? 'command' : 'server' })
  const smtp = await openMailServer()
  const gone = new Set<string>()
  const mustNotLeave = new Set<string>()
  const render: RenderMail = async ({ email, template }) => {
    for (let turns = randomInt(20); turns > 0; turns--)
      await new Promise((done) => setImmediate(done))
    if (gone.has(email)) mustNotLeave.add(`${email} ${template}`)
    return { subject: template, html: 'html', text: 'text' }
  }
  const options = { render, config: { limits: 'off' as const } }
  const scenes = [
    mailScene(store, smtp.url, options),
    mailScene(engine === 'sqlite' ? store : second, smtp.url, options),
  ]
  for (const { clock } of scenes) clock.now = later
  const does: Record<Act, (email: string, id: string) => Promise<unknown>> = {
    confirm: (_, id) => store.transact((trx) => confirmPerson(trx, id, later)),
    leave: (_, id) => second.transact((trx) => leave(trx, id, later)),
    erase: (email) => second.transact((trx) => erasePerson(trx, email, testSecret, later)),
  }

  /** Afterwards nothing is on its way. */
  async function round(number: number) {
    const people = await Promise.all(
      mixes.map(async ([template, acts], mix) => {
        const email = `mix${mix}.${number}@example.com`
        return {
          email,
          template,
          acts,
          id: await queueTo(
            store,
            email,
            template,
            template === 'confirm' ? 'unconfirmed' : 'confirmed',
            noon,
          ),
        }
      }),
    )
    const acts = people.flatMap(({ email, id, acts }) =>
      acts.map(async (act) => {
        for (let turns = randomInt(20); turns > 0; turns--)
          await new Promise((done) => setImmediate(done))
        await does[act](email, id)
        // A concurrent confirmation may have put the person on the list again.
        if (act === 'erase' || (act === 'leave' && !acts.includes('confirm'))) gone.add(email)
      }),
    )
    await Promise.all([...acts, ...scenes.map(({ worker }) => worker.drain())])
    await Promise.all(scenes.map(({ worker }) => worker.drain()))
    return people
  }
  return { store, smtp, round, mustNotLeave }
}

test.each(storeEngines)(
  'confirming, leaving, erasing and two mail workers at once on %s: who is erased is nowhere, who left gets nothing, each mail goes once',
  async (engine) => {
    const {
      store: { db },
      smtp,
      round,
      mustNotLeave,
    } = await race(engine)
    for (let number = 0; number < rounds; number++) {
      for (const { email, template, acts } of await round(number)) {
        const person = await db
          .selectFrom('people')
          .selectAll()
          .where('email', '=', email)
          .executeTakeFirst()
        const mails = await db
          .selectFrom('outbox')
          .select(['template', 'state'])
          .where('email', '=', email)
          .orderBy('template')
          .execute()
        const hashes = await db
          .selectFrom('erased')
          .selectAll()
          .where('hash', '=', journalHash(testSecret, email))
          .execute()
        const received = smtp.received
          .filter(({ to }) => to.includes(email))
          .map(({ raw }) => /^Subject: (\w+)/m.exec(raw)![1]!)
        const state = person?.state ?? 'erased'
        expect({
          acts,
          state,
          leftAt: person?.leftAt ?? null,
          mails,
          remembered: hashes.length,
          received,
        }).toEqual({
          acts,
          state: expect.toBeOneOf(endsOf(acts)),
          leftAt: state === 'unsubscribed' ? later : null,
          mails:
            state === 'erased'
              ? []
              : mails.map(({ template }) => ({
                  template,
                  state: received.includes(template) ? 'sent' : 'cancelled',
                })),
          remembered: state === 'erased' ? 1 : 0,
          received: [...new Set(received)].filter(
            (template) => !mustNotLeave.has(`${email} ${template}`),
          ),
        })
        expect([email, received.length]).toEqual([
          email,
          acts.length === 0
            ? 1
            : expect.toBeOneOf([0, 1, ...(acts.includes('confirm') ? [2] : [])]),
        ])
        if (state !== 'erased')
          expect([email, mails.map(({ template }) => template)]).toEqual([
            email,
            expect.toBeOneOf(
              templatesAfter(template, acts, state).map((templates) => templates.toSorted()),
            ),
          ])
      }
    }
    expect(
      await db
        .selectFrom('link_tokens')
        .leftJoin('people', 'people.id', 'personId')
        .select('hash')
        .where('people.id', 'is', null)
        .execute(),
    ).toEqual([])
    recordMeasurement(
      `${engine}: ${smtp.received.length} received, ${mustNotLeave.size} times somebody was gone by the time the mail was made`,
    )
  },
  120_000,
)

/**
 * Who ends confirmed by the button has one welcome mail, whoever left meanwhile has one where the
 * button came first.
 */
function templatesAfter(
  template: MailTemplate,
  acts: readonly Act[],
  state: string,
): MailTemplate[][] {
  if (!acts.includes('confirm')) return [[template]]
  return state === 'confirmed' ? [[template, 'welcome']] : [[template], [template, 'welcome']]
}

/** Erased wins; leaving and confirming count in the order in which they came. */
function endsOf(acts: readonly Act[]): string[] {
  if (acts.includes('erase')) return ['erased']
  if (acts.includes('leave'))
    return acts.includes('confirm') ? ['unsubscribed', 'confirmed'] : ['unsubscribed']
  return ['confirmed']
}
