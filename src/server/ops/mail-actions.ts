import { operatorTime } from '#contract/operator-times.ts'
import { checkValue, runAction } from '#server/cli/arguments.ts'
import { actionsOf, json, type CommandTable } from '#server/cli/command-table.ts'
import { mailActs, type CommandDeps } from './mail-commands.ts'

const action = actionsOf<CommandDeps>()

export const mailCommand: CommandTable<CommandDeps> = {
  name: 'mail',
  server: 'may run',
  help: 'Reports on the mail queue and acts on waiting mail, also while a server runs. It uses the settings of the server (DATA_DIR or DATABASE_URL, SMTP_URL, PUBLIC_URL).',
  actions: {
    status: action({
      help: 'Counts mails by state, names every reason why mail waits, and estimates when the last one leaves. Exit code 1 while mail is stopped or delayed, a letter stopped, many mails were refused, or the bounce mailbox cannot be read.',
      options: { json },
      run: mailActs.status,
    }),
    plan: action({
      help: 'Lists the recipients and times of sequence mails for the next 14 days, or as many as given, and why other people get none. Sends nothing.',
      argument: '[DAYS]',
      options: {
        addresses: { flag: true, help: 'does not mask the addresses' },
        json: { ...json, help: 'prints a JSON object for each person, one a line' },
      },
      check: (_, days) => {
        if (days) checkValue('DAYS', { range: [1, 999] }, days)
      },
      run: mailActs.plan,
    }),
    pause: action({
      help: 'Stops all mail until resume. Sign-ups continue, and their mails wait.',
      options: { json },
      run: mailActs.pause,
    }),
    resume: action({
      help: 'Ends a pause at once.',
      options: { json },
      run: mailActs.resume,
    }),
    release: action({
      help: `Sends mails that waited longer than ${operatorTime('lateMail')} (of a sequence ${operatorTime('lateStep')}), exceeded their mailbox's limit, or waited through a restore, and ends the pause after that.`,
      options: {
        kept: {
          flag: true,
          help: 'also sends mails that were kept while no mail server was configured',
        },
        json,
      },
      run: mailActs.release,
    }),
    hold: action({
      help: 'Pauses mail, holds waiting and due mails until release, and signs operators out of the dashboard. Use it after Postgres was restored to an earlier time.',
      options: {
        json: { ...json, help: 'prints JSON at the end, and the progress to standard error' },
      },
      run: mailActs.hold,
    }),
    retry: action({
      help: 'Sends dead and uncertain mails again. Uncertain ones may arrive twice.',
      options: { json },
      run: mailActs.retry,
    }),
    doctor: action({
      help: 'Checks the settings that decide whether mails arrive: SPF, DKIM, DMARC, Return-Path, MX, the reverse name and TLS, by DNS and by a test mail to BOUNCE_ADDRESS. Prints each record to publish. Exit code 1 if something is wrong.',
      options: { json },
      run: mailActs.doctor,
    }),
  },
}

export const runMailCommand = (args: readonly string[], deps: CommandDeps): Promise<number> =>
  runAction(mailCommand, args, deps)
