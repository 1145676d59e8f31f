import { setTimeout as sleep } from 'node:timers/promises'
import type { SequenceCopy } from '#contract/sequence.ts'
import { printPlan } from '#server/quiz/plan-report.ts'
import { Misread, orUsage, readArguments } from '#server/arguments.ts'
import { notDone } from '#server/command.ts'
import type { MailState } from '#server/store/schema.ts'
import type { Store } from '#server/store/open.ts'
import { smallSteps } from '#server/store/small-steps.ts'
import { describeReport, needsOperator, readMailReport, type ReportConfig } from './report.ts'
import { describeHeld, holdMails, type Time } from './hold.ts'
import { outletKind } from './outlet.ts'
import { readPause, resumeQueue, unfinishedHold } from './queue.ts'
import { anew, describeRetried, retryMails } from './retry.ts'

/** `time` goes on while a command waits; that of the machine, unless it is given. */
export type CommandDeps = { store: Store; config: ReportConfig; sequence: SequenceCopy | null; now: number; time?: Time; print: (line: string) => void }

const usage = `npm run mail -- status             counts, every reason why mail waits, and when the last leaves; exit code 1 where somebody should look
npm run mail -- plan [days]        who gets which mail of the sequence when, in 14 days or as many as asked for, and why others get none; sends nothing
npm run mail -- plan --addresses   the same with addresses that are not masked
npm run mail -- resume             ends a pause at once
npm run mail -- release            sends mails that waited longer than 72 hours, in a sequence 14 days, were too many for their mailbox, or waited through a restore, and ends the pause after that
npm run mail -- release --kept     and those kept while no mail server was configured
npm run mail -- hold               pauses mail and holds what waits or is due until release: after Postgres was put back to an earlier time
npm run mail -- retry              sends dead and uncertain mails again: uncertain ones may arrive twice
npm run mail -- preview            every mail of the campaign, as HTML, text and pictures, in .cache/mails`

/** The operator's word on mail that waits. Returns the exit code. */
export const runMailCommand = (args: readonly string[], deps: CommandDeps): Promise<number> => orUsage(usage, deps.print, async () => {
  const [name = '', ...rest] = args
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new Misread(name ? `'${name}' is none of the commands on mail.` : 'What to do is missing.')
  return command(deps, rest)
})

const commands: Record<string, (deps: CommandDeps, args: readonly string[]) => Promise<number>> = {
  async status({ store, config, sequence, now, print }, args) {
    readArguments(args, {})
    const report = await readMailReport(store.db, { config, sequence }, now)
    for (const line of describeReport(report, now)) print(line)
    return needsOperator(report) ? 1 : 0
  },

  async plan({ store, sequence, now, print }, args) {
    const { values: { addresses = false }, positionals: [days = '14'] } = readArguments(args, { addresses: { type: 'boolean' } }, { optional: 'DAYS' })
    if (!/^[1-9]\d{0,2}$/.test(days)) throw new Misread(`DAYS is '${days}': use a whole number from 1 to 999.`)
    if (!sequence) print('The campaign has no sequence.')
    else await printPlan(store.db, sequence, { now, days: Number(days), addresses, print })
    return 0
  },

  async resume({ store, print }, args) {
    readArguments(args, {})
    if (await isHoldUnfinished(store)) return notDone(print, holdAgain)
    await store.transact(async (trx) => resumeQueue(trx))
    print('Mail goes on. If the mail server still refuses, it pauses again and says why.')
    return 0
  },

  async release({ store, config, now, print }, args) {
    const { values: { kept = false } } = readArguments(args, { kept: { type: 'boolean' } })
    if (kept && outletKind(config) !== 'server') {
      print('SMTP_URL is not set: kept mails have nowhere to go. Set it, then release them.')
      return 1
    }
    if (await isHoldUnfinished(store)) return notDone(print, holdAgain)
    if ((await readPause(store.db))?.nextProbeAt === Infinity) await store.transact(async (trx) => resumeQueue(trx))
    const rows = await backToDue(store, kept ? ['overdue', 'kept'] : ['overdue'], now)
    print(`${rows} ${rows === 1 ? 'mail is' : 'mails are'} released and will be sent within the budgets of the hour, of domains and of mailboxes.`)
    return 0
  },

  async hold({ store, sequence, time = { now: Date.now, rest: sleep }, print }, args) {
    readArguments(args, {})
    const held = await holdMails({ store, sequence, alone: false, time, print }, 'held by npm run mail -- hold').catch((error: unknown) => {
      print(holdAgain)
      throw error
    })
    for (const line of describeHeld(held)) print(line)
    return 0
  },

  async retry({ store, sequence, now, print }, args) {
    readArguments(args, {})
    for (const line of describeRetried(await retryMails(store, sequence, now))) print(line)
    return 0
  },
}

const holdAgain = `${unfinishedHold}: what is not held yet may have been sent. Run npm run mail -- hold again, it goes on where it stopped; resume and release after that.`

const isHoldUnfinished = async (store: Store): Promise<boolean> => (await readPause(store.db))?.reason === unfinishedHold

async function backToDue(store: Store, states: readonly MailState[], now: number): Promise<number> {
  const steps = smallSteps(store)
  for (let total = 0; ;) {
    const moved = await steps.step(async (trx) => {
      const rows = await trx.selectFrom('outbox').select('id').where('state', 'in', states).limit(steps.rows()).execute()
      if (rows.length === 0) return 0
      await trx.updateTable('outbox').set({ state: 'due', ...anew(now), reason: null })
        .where('id', 'in', rows.map(({ id }) => id)).where('state', 'in', states).execute()
      return rows.length
    })
    if (moved === 0) return total
    total += moved
  }
}
