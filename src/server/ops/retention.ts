import { sql } from 'kysely'
import { operatorMs, operatorTime } from '#contract/promises/operator-times.ts'
import { promisedMs } from '#contract/promises/promises.ts'
import { dayMs, iso } from '#contract/time.ts'
import { actionsOf, json, type CommandTable } from '#server/cli/command-table.ts'
import { notDone, withStore, type Command } from '#server/cli/command.ts'
import { agrees, describeDoubts, readClock, trustClock } from '#server/clock/clock.ts'
import { knownSecrets } from '#server/config/secrets.ts'
import { namesKeptMs } from '#server/counts/sources.ts'
import { readMeta, writeMeta } from '#server/db/meta.ts'
import type { Db, Store } from '#server/db/store.ts'
import { smallTransactions } from '#server/db/transaction.ts'
import {
  forgetBudgets,
  forgetLaunchedList,
  forgetOld,
  forgetRequests,
  forgetUnconfirmed,
  forgetUnconfirmedRequests,
  type Forget,
  type OldRows,
  type RetentionStep,
} from './expired.ts'

const unconfirmedMs = promisedMs('unconfirmed')

/** `what`: its words in docs/operating.md. Old rows of one table, or what `forget` deletes. */
type Kind = { what: string; keptMs: number } & (OldRows | { forget: Forget })

/** All data that expires, and after how long. docs/operating.md has the same table. */
export const kinds: readonly Kind[] = [
  { what: 'addresses that were never confirmed', keptMs: unconfirmedMs, forget: forgetUnconfirmed },
  {
    what: 'addresses that asked for one mail and did not confirm',
    keptMs: unconfirmedMs,
    forget: forgetUnconfirmedRequests,
  },
  {
    what: 'addresses that asked for one mail that was not sent',
    keptMs: promisedMs('onceRequest'),
    forget: forgetRequests,
  },
  {
    what: 'the list after a launch, on the date that the launch has',
    keptMs: 0,
    forget: forgetLaunchedList,
  },
  {
    what: 'fingerprints of links that no longer work',
    keptMs: 0,
    table: 'link_tokens',
    key: ['hash'],
    at: 'expiresAt',
  },
  {
    what: 'budgets: keyed fingerprints of network addresses, mailboxes and their domains',
    keptMs: promisedMs('networks'),
    forget: forgetBudgets,
  },
  {
    what: 'keyed fingerprints of the networks whose requests queued a mail',
    keptMs: promisedMs('networks'),
    // Includes mails that still wait: after this time their turns no longer matter.
    table: 'outbox',
    key: ['id'],
    at: 'createdAt',
    where: () => sql`requester <> ''`,
    emptied: { requester: '' },
  },
  {
    what: 'quiz results that were not confirmed',
    keptMs: promisedMs('unconfirmedResult'),
    table: 'unconfirmed_results',
    key: ['id'],
    at: 'createdAt',
  },
  {
    what: 'data and rendered bodies of mails',
    keptMs: promisedMs('mailData'),
    table: 'outbox',
    key: ['id'],
    at: 'createdAt',
    where: () => sql`(data <> '{}' or rendered is not null) and state not in ('due', 'sending')`,
    emptied: { data: '{}', rendered: null },
  },
  {
    what: 'reports that mails came back',
    keptMs: promisedMs('reports'),
    table: 'mail_reports',
    key: ['id'],
    at: 'at',
  },
  {
    what: 'counts by the hour',
    keptMs: promisedMs('hourlyCounts'),
    table: 'hourly_counts',
    key: ['hour', 'what', 'source', 'placement'],
    at: 'hour',
  },
  {
    what: "operators' sign-in links that no longer work",
    keptMs: 0,
    table: 'sign_in_links',
    key: ['hash'],
    at: 'expiresAt',
    neverAhead: ['createdAt'],
  },
  {
    what: "operators' sessions",
    keptMs: operatorMs('session'),
    table: 'sessions',
    key: ['hash'],
    at: 'createdAt',
    neverAhead: ['createdAt', 'seenAt'],
  },
  {
    what: 'what operators did in the dashboard',
    keptMs: 400 * dayMs,
    table: 'action_log',
    key: ['id'],
    at: 'at',
  },
  {
    what: 'imports: choices, state and counts',
    keptMs: operatorMs('upload'),
    // One that is worked on stays, as long as it goes on.
    table: 'imports',
    key: ['id'],
    at: 'startedAt',
    where: (before) => sql`(state not in ('checking', 'running') or "changedAt" <= ${before})`,
    neverAhead: ['startedAt'],
  },
  {
    what: 'mails to operators',
    keptMs: 30 * dayMs,
    table: 'outbox',
    key: ['id'],
    at: 'createdAt',
    where: () => sql`"personId" is null`,
  },
  {
    what: 'results of the mail doctor',
    keptMs: 90 * dayMs,
    table: 'doctor_runs',
    key: ['id'],
    at: 'at',
  },
  {
    what: 'counts of mails by provider and outcome',
    keptMs: 400 * dayMs,
    table: 'mail_counts',
    key: ['hour', 'provider', 'outcome'],
    at: 'hour',
  },
  {
    what: 'names of sources that did not come again',
    keptMs: namesKeptMs,
    table: 'source_names',
    key: ['name', 'kind'],
    at: 'seenAt',
  },
]

type RetentionDeps = {
  store: Store
  secretKey: string
  now: number
  stopping?: () => boolean
}

/** Deletes expired data and stores when. The clock is trusted (clock/clock.ts). */
export async function runRetention(deps: RetentionDeps): Promise<void> {
  const { store, now } = deps
  await store.transact((trx) => writeMeta(trx, 'retention', String(now)))
  await forget(deps)
}

/** When retention last ran (ms); null before the first run. */
export async function readLastRun(db: Db): Promise<number | null> {
  const value = await readMeta(db, 'retention')
  return value === null ? null : Number(value)
}

/**
 * Deletes expired data in small transactions, so that visitors' writes can run in between. The next
 * run continues where a stop has interrupted this one.
 */
export async function forget({
  store,
  secretKey,
  now,
  stopping = () => false,
}: RetentionDeps): Promise<void> {
  const steps = smallTransactions(store)
  for (const kind of kinds) {
    for (let from: string | null = ''; from !== null && !stopping();) {
      const step: RetentionStep = {
        engine: store.engine,
        secretKey,
        before: now - kind.keptMs,
        now,
        most: steps.rows(),
        from,
      }
      from = await steps.step((trx) =>
        'forget' in kind ? kind.forget(trx, step) : forgetOld(trx, kind, step),
      )
    }
  }
  if (!stopping()) await store.emptyWal()
}

export const retentionCommand: CommandTable<Command> = {
  name: 'retention',
  server: 'may run',
  help: 'Retention is a job of the server. It waits while the clock of the server is doubtful, and so does everything else that a date decides: the erasure of the list[line: , waves][rewards: , rewards][sequence: , sequences], letters and planned changes of the launch. These commands are for that time. They take the settings of the server.',
  actions: {
    status: actionsOf<Command>()({
      help: 'Prints whose clock is doubtful, since when and what waits, when retention last ran, and the time of the clock of this machine. Exit code 1 while a clock is doubtful.',
      options: { json },
      run: ({ config, now, print }, { json: asJson }) =>
        withStore(config, {}, async ({ db }) => {
          const state = await readState(db)
          if (asJson) print(JSON.stringify({ ...stateAsJson(state), clock: iso(now) }))
          else for (const line of describeState(state, now)) print(line)
          return state.waiting.length > 0 ? 1 : 0
        }),
    }),

    approve: actionsOf<Command>()({
      help: 'Confirms that the clock of this machine is right. Servers whose clocks agree with it trust theirs within a minute, and all that waited goes on: planned changes of the launch[line: , waves][rewards: , rewards][sequence: , sequences], letters. Expired data is deleted at once.',
      run: ({ config, now, print }) =>
        withStore(config, {}, async (store) => {
          const { clock, waiting } = await readState(store.db)
          if (waiting.length === 0 && (!clock || agrees(now, clock.trustedAt)))
            return notDone(print, 'No clock is doubtful: there is nothing to approve.')
          await trustClock(store, now)
          await runRetention({ store, secretKey: knownSecrets(config)[0], now })
          print(
            `The clock of this machine is trusted: ${iso(now)}. Expired data was deleted. Servers go on within a minute; one whose clock differs by more than ${operatorTime('doubt')} stays doubtful until it is set.`,
          )
          return 0
        }),
    }),
  },
}

const readState = async (db: Db) => {
  const clock = await readClock(db)
  return {
    clock,
    waiting: describeDoubts(clock).map(({ text }) => text),
    lastRunAt: await readLastRun(db),
  }
}
type State = Awaited<ReturnType<typeof readState>>

function stateAsJson({ clock, lastRunAt }: State) {
  const doubts = Object.entries(clock?.doubts ?? {})
  const since = doubts.map(([, doubt]) => doubt.since)
  return {
    lastRunAt: lastRunAt === null ? null : iso(lastRunAt),
    waitsSince: since.length === 0 ? null : iso(Math.min(...since)),
    trustedAt: clock && iso(clock.trustedAt),
    doubtful: doubts.map(([server, doubt]) => ({
      server,
      since: iso(doubt.since),
      clock: iso(doubt.at),
    })),
  }
}

function* describeState({ waiting, lastRunAt }: State, now: number) {
  yield* waiting
  if (waiting.length === 0) yield 'No clock is doubtful: retention does not wait.'
  yield lastRunAt === null
    ? 'Retention has not run yet.'
    : `Retention last ran at ${iso(lastRunAt)}.`
  yield `The clock of this machine says ${iso(now)}.`
}
