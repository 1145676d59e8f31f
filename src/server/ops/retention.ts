import type { Transaction } from 'kysely'
import { promisedMs } from '#contract/promises.ts'
import { operatorMs } from '#contract/operator-times.ts'
import type { Store } from '#server/db/store.ts'
import type { Schema } from '#server/db/schema.ts'
import { smallTransactions } from '#server/db/small-transactions.ts'
import { namesKeptMs } from '#server/counts/sources.ts'
import { forgetOwnNetworks } from '#server/line/own-networks.ts'
import { forgetLaunchedList } from './erase-list.ts'
import { forgetUnconfirmed } from './expired-people.ts'
import { forgetRequests, forgetUnconfirmedRequests } from './expired-requests.ts'
import {
  emptyMails,
  forgetActs,
  forgetBudgets,
  forgetCounts,
  forgetLinks,
  forgetMailCounts,
  forgetDoctorRuns,
  forgetMailNetworks,
  forgetOperatorMails,
  forgetReports,
  forgetSessions,
  forgetSignInLinks,
  forgetSourceNames,
  forgetUnconfirmedResults,
  type RetentionStep,
} from './expired-rows.ts'

const dayMs = 24 * 3_600_000
const unconfirmedMs = promisedMs('unconfirmed')

/** `forget` deletes one step and returns where the next one begins, null after the last. */
export type Kind = {
  what: string
  keptMs: number
  forget: (trx: Transaction<Schema>, step: RetentionStep) => Promise<string | null>
}

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
  { what: 'fingerprints of links that no longer work', keptMs: 0, forget: forgetLinks },
  {
    what: "keyed fingerprints of the networks of people's confirmations that no longer count",
    keptMs: 0,
    forget: forgetOwnNetworks,
  },
  {
    what: 'budgets: keyed fingerprints of network addresses, mailboxes and their domains',
    keptMs: promisedMs('networks'),
    forget: forgetBudgets,
  },
  {
    what: 'keyed fingerprints of the networks whose requests queued a mail',
    keptMs: promisedMs('networks'),
    forget: forgetMailNetworks,
  },
  {
    what: 'quiz results that were not confirmed',
    keptMs: promisedMs('unconfirmedResult'),
    forget: forgetUnconfirmedResults,
  },
  { what: 'data and rendered bodies of mails', keptMs: promisedMs('mailData'), forget: emptyMails },
  { what: 'reports that mails came back', keptMs: promisedMs('reports'), forget: forgetReports },
  { what: 'counts by the hour', keptMs: promisedMs('hourlyCounts'), forget: forgetCounts },
  { what: "operators' sign-in links that no longer work", keptMs: 0, forget: forgetSignInLinks },
  { what: "operators' sessions", keptMs: operatorMs('session'), forget: forgetSessions },
  { what: 'what operators did in the dashboard', keptMs: 400 * dayMs, forget: forgetActs },
  { what: 'mails to operators', keptMs: 30 * dayMs, forget: forgetOperatorMails },
  { what: 'results of the mail doctor', keptMs: 90 * dayMs, forget: forgetDoctorRuns },
  {
    what: 'counts of mails by provider and outcome',
    keptMs: 400 * dayMs,
    forget: forgetMailCounts,
  },
  {
    what: 'names of sources that did not come again',
    keptMs: namesKeptMs,
    forget: forgetSourceNames,
  },
]

/**
 * Deletes expired data in small transactions, so that visitors' writes can run in between. The next
 * run continues where a stop has interrupted this one.
 */
export async function forget({
  store,
  secretKey,
  now,
  stopping = () => false,
}: {
  store: Store
  secretKey: string
  now: number
  stopping?: () => boolean
}): Promise<void> {
  const steps = smallTransactions(store)
  for (const { keptMs, forget } of kinds) {
    for (let from: string | null = ''; from !== null && !stopping();) {
      const step: RetentionStep = {
        engine: store.engine,
        secretKey,
        before: now - keptMs,
        now,
        most: steps.rows(),
        from,
      }
      from = await steps.step((trx) => forget(trx, step))
    }
  }
  if (!stopping()) await store.emptyWal()
}
