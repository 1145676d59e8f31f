import { campaign } from '#campaign'
import type { PerformanceType } from '#contract/quiz/quiz.ts'
import type { SequenceCopy } from '#contract/quiz/sequence.ts'
import { mask } from '#server/config/log.ts'
import { openPlanner } from '#server/sequence/planner.ts'
import { storeResult } from '#server/quiz/save-result.ts'
import { startRequested } from '#server/sequence/start-sequences.ts'
import type { Store } from '#server/db/store.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { leave } from '#server/signup/membership.ts'
import { mailScene, noon } from './mailbox.ts'
import { resultFor } from './quiz-taker.ts'

const dayMs = 24 * 3_600_000
const minuteMs = 60_000
const consent = { version: '2026-11', text: 'By joining you agree. Privacy', link: 'Privacy' }

/**
 * People who take the quiz, the planner and the worker that mail them, and a clock in the test's
 * hand. Without `smtpUrl` a mail has arrived once it is shown at /dev/mails, and nothing is paced.
 * `after(2)` is two days after noon of the first day, 13:00 in the campaign's time zone.
 */
export function sequenceScene(
  store: Store,
  {
    copy = campaign.sequence!,
    smtpUrl,
    ...rest
  }: { copy?: SequenceCopy; smtpUrl?: string } & Parameters<typeof mailScene>[2] = {},
) {
  const config = smtpUrl ? rest.config : { publicUrl: 'http://localhost:3000', ...rest.config }
  const mail = mailScene(store, smtpUrl, { sequence: copy, ...rest, config })
  const { clock, worker } = mail
  const planner = openPlanner({ store, sequence: copy, now: () => clock.now, queued: () => {} })
  const personId = async (email: string) =>
    (
      await store.db
        .selectFrom('people')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    ).id
  /** `provenFor`: left out, nobody need prove that the result is theirs. */
  const save = async (
    email: string,
    type: PerformanceType,
    optIn: 'double' | 'single',
    provenFor?: readonly string[],
  ) => {
    const saved = await store.transact((trx) =>
      storeResult(
        trx,
        {
          email,
          key: null,
          result: resultFor(type),
          source: '',
          consent,
          charges: null,
          ...(provenFor && { provenFor }),
        },
        optIn,
        clock.now,
      ),
    )
    return saved.outcome === 'saved' ? saved.row.id : ''
  }
  const start = (quizResultId: string, email: string) =>
    store.transact((trx) =>
      startRequested(trx, store.engine, copy, { email, quizResultId, charges: null }, clock.now),
    )
  /**
   * What the server does in a minute. A mail that arrives has the worker look once more, a turn of
   * the event loop later: that look ends here too.
   */
  const minute = async () => {
    await planner.run()
    await worker.drain()
    await new Promise((done) => setImmediate(done))
    await worker.drain()
    await planner.run()
  }

  return {
    ...mail,
    planner,
    personId,
    save,
    start,
    minute,
    /** The same people at the same time, with another campaign. */
    withCopy(other: SequenceCopy) {
      const scene = sequenceScene(store, { copy: other, smtpUrl, ...rest })
      scene.clock.now = clock.now
      return scene
    },
    /**
     * A result is saved and its sequence asked for; with `single` opt-in the person is on the list
     * at once, and the welcome mail has arrived.
     */
    async takeQuiz(
      email: string,
      type: PerformanceType = 'focus',
      optIn: 'double' | 'single' = 'single',
    ) {
      await start(await save(email, type, optIn), email)
      if (optIn === 'single')
        await store.db
          .updateTable('outbox')
          .set({ state: 'kept' })
          .where('email', '=', email)
          .where('template', '=', 'welcome')
          .where('state', '=', 'due')
          .execute()
    },
    async confirm(email: string) {
      const id = await personId(email)
      await store.transact((trx) => confirmPerson(trx, id, clock.now))
    },
    async leave(email: string) {
      const id = await personId(email)
      await store.transact((trx) => leave(trx, id, clock.now))
    },
    async after(days: number, ms = 0) {
      clock.now = noon + days * dayMs + ms
      await minute()
    },
    /** A server that runs all the while, looked at each hour. */
    async run(days: number) {
      for (const end = clock.now + days * dayMs; clock.now < end; clock.now += 60 * minuteMs)
        await minute()
      await minute()
    },
    /** The steps that arrived, oldest first: name and type. */
    async arrived(email: string) {
      const rows = await store.db
        .selectFrom('outbox')
        .select('data')
        .where('email', '=', email)
        .where('template', '=', 'sequence')
        .where('state', 'in', ['sent', 'kept'])
        .orderBy('id')
        .execute()
      return rows.map(({ data }) => {
        const { step, quizType } = JSON.parse(data) as { step: string; quizType: string }
        return `${step} ${quizType}`
      })
    },
    /** Mails of the sequence by state, and why. */
    async queued(email: string) {
      const rows = await store.db
        .selectFrom('outbox')
        .select(['data', 'state', 'reason'])
        .where('email', '=', email)
        .where('template', '=', 'sequence')
        .orderBy('id')
        .execute()
      return rows.map(
        ({ data, state, reason }) =>
          `${(JSON.parse(data) as { step: string }).step} ${state}${reason ? `: ${mask(reason)}` : ''}`,
      )
    },
    async sequences(email: string) {
      const rows = await store.db
        .selectFrom('sequences')
        .select(['performance_type', 'state'])
        .where('personId', '=', await personId(email))
        .orderBy('startedAt')
        .execute()
      return rows.map(({ performance_type, state }) => `${performance_type} ${state}`)
    },
  }
}
