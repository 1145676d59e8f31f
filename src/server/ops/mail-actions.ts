import { setTimeout as sleep } from 'node:timers/promises'
import { mailWaits, type MailWait } from '#contract/mails/waits.ts'
import type { SequenceCopy } from '#contract/quiz/sequence.ts'
import { iso, jsonWithTimes } from '#contract/time.ts'
import { actionsOfActs } from '#server/acts/act.ts'
import { checkValue, actionsOf, json, type CommandTable } from '#server/cli/command-table.ts'
import { notDone } from '#server/cli/command.ts'
import { mask } from '#server/config/log.ts'
import type { Store, Db } from '#server/db/store.ts'
import type { Time } from '#server/delivery/hold.ts'
import { readMailWaits, type WaitTerms } from '#server/delivery/mail-waits.ts'
import { printPlan } from '#server/sequence/plan-report.ts'
import type { DoctorConfig } from './doctor/doctor.ts'
import type { MailActDeps } from './mail-act.ts'
import { mailActs } from './mail-acts.ts'
import {
  describeStatus,
  needsOperator,
  readMailStatus,
  statusAsJson,
  type ReportConfig,
} from './mail-status.ts'

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

const action = actionsOf<CommandDeps>()

export const mailCommand: CommandTable<CommandDeps> = {
  name: 'mail',
  server: 'may run',
  help: 'Reports on the mail queue and acts on waiting mail, also while a server runs. It uses the settings of the server (DATA_DIR or DATABASE_URL, SMTP_URL, PUBLIC_URL).',
  actions: {
    status: action({
      help: 'Counts mails by state, names every reason why mail waits, and estimates when the last one leaves. Exit code 1 while mail is stopped or delayed, a letter stopped, many mails were refused, or the bounce mailbox cannot be read.',
      options: { json },
      async run({ store, config, sequence, now, print }, { json: asJson }) {
        const status = await readMailStatus(store.db, { config, sequence }, now)
        if (asJson) print(statusAsJson(status))
        else for (const line of describeStatus(status, now)) print(line)
        return needsOperator(status) ? 1 : 0
      },
    }),
    plan: action({
      needs: 'sequence',
      help: 'Lists the recipients and times of sequence mails for the next 14 days, or as many as given, and why other people get none. Sends nothing.',
      argument: '[DAYS]',
      options: {
        addresses: { flag: true, help: 'does not mask the addresses' },
        json: { ...json, help: 'prints a JSON object for each person, one a line' },
      },
      check: (_, days) => {
        if (days) checkValue('DAYS', { range: [1, 999] }, days)
      },
      async run({ store, sequence, now, print }, { addresses, json: asJson }, typed) {
        const days = Number(typed || 14)
        if (sequence)
          await printPlan(store.db, sequence, { now, days, addresses, json: asJson, print })
        else print(asJson ? 'null' : 'The campaign has no sequence.')
        return 0
      },
    }),
    show: action({
      help: 'Shows one mail: its state, its tries, its last answer, what it waits for and until when. ID is one of those that `npm run people -- show ADDRESS` lists.',
      argument: 'ID',
      options: {
        addresses: { flag: true, help: 'does not mask the address' },
        json,
      },
      async run({ store, config, sequence, now, print, note = print }, options, id) {
        const mail = await readMail(store.db, id, { config, sequence }, now)
        if (!mail) return notDone(note, `No stored mail has the ID '${id}'.`)
        if (options.json) print(mailAsJson(mail, options))
        else for (const line of describeMail(mail, options)) print(line)
        return 0
      },
    }),
    ...actionsOfActs(mailActs, actDeps),
  },
}

function actDeps(
  { store, config, sequence, now, time = { now: Date.now, rest: sleep } }: CommandDeps,
  progress: (line: string) => void,
): MailActDeps {
  return { store, config, sequence, now: () => now, time, progress, mailQueued: () => {} }
}

/** One mail as `npm run mail -- show ID` prints it. Times are in ms. */
type ShownMail = {
  id: string
  email: string
  template: string
  letter: string | null
  state: string
  queuedAt: number
  sentAt: number | null
  attempts: number
  reason: string | null
  wait: MailWait | null
}
/** `addresses` false: the address is masked as in the log. */
type ShownAs = { addresses: boolean }

async function readMail(
  db: Db,
  id: string,
  terms: WaitTerms,
  now: number,
): Promise<ShownMail | null> {
  const mail = await db
    .selectFrom('outbox')
    .leftJoin('letter_texts', (join) =>
      join
        .onRef('letter_texts.letterId', '=', 'outbox.letterId')
        .onRef('letter_texts.language', '=', 'outbox.letterLanguage'),
    )
    .select(['outbox.id', 'outbox.email', 'template', 'subject as letter', 'outbox.state'])
    .select(['outbox.createdAt as queuedAt', 'sentAt', 'attempts', 'reason'])
    .where('outbox.id', '=', id)
    .executeTakeFirst()
  if (!mail) return null
  const waits = await readMailWaits(db, { mail: id }, terms, now)
  return { ...mail, wait: waits.get(id) ?? null }
}

function describeMail(mail: ShownMail, { addresses }: ShownAs): string[] {
  const { template, letter, state, queuedAt, sentAt, attempts, reason, wait } = mail
  const shown = (text: string) => (addresses ? text : mask(text))
  const lines: [string, string | null][] = [
    ['mail', mail.id],
    ['to', shown(mail.email)],
    ['template', letter === null ? template : `${template}: ${letter}`],
    ['state', state],
    ['queued', iso(queuedAt)],
    ['accepted', sentAt === null ? null : iso(sentAt)],
    ['tries', String(attempts)],
    ['last answer', reason && shown(reason)],
    ['waits for', wait && mailWaits[wait.waitsFor].for],
    ['until', wait && untilOf(wait)],
    ['because', wait?.because && wait.because !== reason ? shown(wait.because) : null],
  ]
  return lines.flatMap(([name, text]) => (text === null ? [] : [`${name.padEnd(12)} ${text}`]))
}

const untilOf = ({ waitsFor, until }: MailWait): string =>
  until === null ? mailWaits[waitsFor].ends : `${iso(until)} at the earliest`

function mailAsJson({ wait, ...mail }: ShownMail, { addresses }: ShownAs): string {
  const { waitsFor = null, until = null, because = null } = wait ?? {}
  const shown = (text: string | null) => (addresses || text === null ? text : mask(text))
  return jsonWithTimes(
    {
      ...mail,
      email: shown(mail.email),
      reason: shown(mail.reason),
      waitsFor,
      until: until === null ? null : iso(until),
      because: shown(because),
    },
    2,
  )
}
