import { endSignIns } from './end-sign-ins.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SequenceCopy } from '#contract/sequence.ts'
import { printPlan } from '#server/sequence/plan-report.ts'
import { loggedByShell } from '#server/acts/action-log.ts'
import { notDone } from '#server/cli/command.ts'
import type { Store } from '#server/db/store.ts'
import {
  describeStatus,
  needsOperator,
  readMailStatus,
  statusAsJson,
  type ReportConfig,
} from './mail-status.ts'
import { describeHeld, heldAsJson, holdMails, type Time } from '#server/delivery/hold.ts'
import { destinationKind } from '#server/delivery/transport.ts'
import { unfinishedHold } from '#server/delivery/queue-pause.ts'
import { describeRetried, retryMails } from '#server/delivery/retry.ts'
import { askDoctor, describeRun, type DoctorConfig } from './doctor/doctor.ts'
import { mailOutcomes, pauseMail, releaseMails, resumeMail } from './mail-control.ts'

/** `time`: the clock while the command waits; by default the machine's */
export type CommandDeps = {
  store: Store
  config: ReportConfig & DoctorConfig
  sequence: SequenceCopy | null
  now: number
  time?: Time
  print: (line: string) => void
  /** prints progress; by default `print` */
  note?: (line: string) => void
}

/**
 * The actions of `npm run mail` (mail-actions.ts): first the dependencies, then the options, then
 * the argument.
 */
export const mailActs = {
  async status(
    { store, config, sequence, now, print }: CommandDeps,
    { json = false }: { json?: boolean } = {},
  ) {
    const status = await readMailStatus(store.db, { config, sequence }, now)
    if (json) print(statusAsJson(status))
    else for (const line of describeStatus(status, now)) print(line)
    return needsOperator(status) ? 1 : 0
  },

  async plan(
    { store, sequence, now, print }: CommandDeps,
    { addresses, json }: { addresses: boolean; json: boolean },
    days: string,
  ) {
    if (!sequence) print(json ? 'null' : 'The campaign has no sequence.')
    else
      await printPlan(store.db, sequence, { now, days: Number(days || 14), addresses, json, print })
    return 0
  },

  async pause({ store, now, print }: CommandDeps, { json }: { json: boolean }) {
    const { result } = await loggedByShell({ store, now }, { action: 'pause-mail' }, async () => {
      const result = await pauseMail(store, now)
      return { outcome: mailOutcomes.pause(result), result }
    })
    if (result === 'hold unfinished') return notDone(print, holdAgain)
    print(
      json
        ? JSON.stringify({ paused: true })
        : `Mail is paused${result === 'paused' ? '' : ' already'}. To resume: npm run mail -- resume.`,
    )
    return 0
  },

  async resume({ store, now, print }: CommandDeps, { json }: { json: boolean }) {
    const { result } = await loggedByShell({ store, now }, { action: 'resume-mail' }, async () => {
      const result = await resumeMail(store, now)
      return { outcome: mailOutcomes.resume(result), result }
    })
    if (result === 'hold unfinished') return notDone(print, holdAgain)
    print(
      json
        ? JSON.stringify({ resumed: true })
        : 'Mail is resumed. If the mail server still refuses, the queue pauses again with the reason.',
    )
    return 0
  },

  async release(
    { store, config, now, print }: CommandDeps,
    { kept, json }: { kept: boolean; json: boolean },
  ) {
    if (kept && destinationKind(config) !== 'smtp') {
      print('SMTP_URL is not set: kept mails cannot be sent. Set it, then release them.')
      return 1
    }
    const act = {
      action: 'release-mail',
      ...(kept && { details: { which: 'kept mails too' } }),
    } as const
    const { rows } = await loggedByShell({ store, now }, act, async () => {
      const rows = await releaseMails(store, { kept }, now)
      return { outcome: mailOutcomes.release(rows), rows }
    })
    if (rows === 'hold unfinished') return notDone(print, holdAgain)
    print(
      json
        ? JSON.stringify({ released: rows })
        : `${rows} ${rows === 1 ? 'mail is' : 'mails are'} released and will be sent within the budgets of the hour, of domains and of mailboxes.`,
    )
    return 0
  },

  async hold(
    {
      store,
      sequence,
      now,
      time = { now: Date.now, rest: sleep },
      print,
      note = print,
    }: CommandDeps,
    { json }: { json: boolean },
  ) {
    const { held } = await loggedByShell({ store, now }, { action: 'hold-mail' }, async () => {
      const held = await holdMails(
        { store, sequence, alone: false, time, print: json ? note : print },
        'held by npm run mail -- hold',
      )
      return { outcome: mailOutcomes.hold(held.count), held }
    }).catch((error: unknown) => {
      print(holdAgain)
      throw error
    })
    const ended = await endSignIns(store)
    if (json) print(heldAsJson(held))
    else for (const line of [...describeHeld(held), ...ended]) print(line)
    return 0
  },

  async retry({ store, sequence, now, print }: CommandDeps, { json }: { json: boolean }) {
    const { done } = await loggedByShell({ store, now }, { action: 'retry-mail' }, async () => {
      const done = await retryMails(store, sequence, now)
      return { outcome: mailOutcomes.retry(done), done }
    })
    if (json) print(JSON.stringify({ retried: done.mails, skipped: done.skipped }))
    else for (const line of describeRetried(done)) print(line)
    return 0
  },

  async doctor({ store, config, print, note = print }: CommandDeps, { json }: { json: boolean }) {
    if (destinationKind(config) !== 'smtp') {
      print('SMTP_URL is not set: the doctor checks how its mails arrive. Set it, then ask again.')
      return 1
    }
    if (!json) note('Asking DNS and the mail server. A test mail may take a minute.')
    const run = await askDoctor(store, config, Date.now)
    if (json) print(JSON.stringify({ ...run, at: new Date(run.atMs).toISOString() }))
    else for (const line of describeRun(run)) print(line)
    return run.outcome === 'wrong' ? 1 : 0
  },
}

const holdAgain = `${unfinishedHold}: mails that are not held yet may have been sent. Run npm run mail -- hold again to finish it, then resume and release.`
