import { actionsOf, checkValue, json, runAction, type CommandTable } from '#server/cli/arguments.ts'
import { mailActs, type CommandDeps } from './mail-commands.ts'

const action = actionsOf<CommandDeps>()

export const mailCommand: CommandTable<CommandDeps> = {
  name: 'mail',
  says: 'Tells of the mail queue, and acts on mail that waits, beside a running server. It takes the settings of the server (DATA_DIR or DATABASE_URL, SMTP_URL, PUBLIC_URL).',
  actions: {
    status: action({
      says: 'Counts mails by state, names every reason why mail waits, and says when the last one leaves. Exit code 1 where something needs attention, for cron.',
      options: { json },
      run: mailActs.status,
    }),
    plan: action({
      says: 'Says who gets which mail of the sequence when, in the next 14 days or as many as given, and why others get none. Sends nothing.',
      takes: '[DAYS]',
      options: {
        addresses: { flag: true, says: 'does not mask the addresses' },
        json: { ...json, says: 'prints a JSON object for each person, one a line' },
      },
      check: (_, days) => {
        if (days) checkValue('DAYS', { whole: [1, 999] }, days)
      },
      run: mailActs.plan,
    }),
    resume: action({
      says: 'Ends a pause at once.',
      options: { json },
      run: mailActs.resume,
    }),
    release: action({
      says: "Sends mails that waited longer than 72 hours (of a sequence 14 days), exceeded their mailbox's limit, or waited through a restore, and ends the pause after that.",
      options: {
        kept: {
          flag: true,
          says: 'sends those too that were kept while no mail server was configured',
        },
        json,
      },
      run: mailActs.release,
    }),
    hold: action({
      says: 'Pauses mail and holds what waits or is due until release: after Postgres was put back to an earlier time.',
      options: {
        json: { ...json, says: 'prints JSON at the end, and the progress to standard error' },
      },
      run: mailActs.hold,
    }),
    retry: action({
      says: 'Sends dead and uncertain mails again. Uncertain ones may arrive twice.',
      options: { json },
      run: mailActs.retry,
    }),
    preview: action({
      says: 'Draws every mail of the campaign as HTML, text and pictures into .cache/mails. It needs no store.',
      run: async () => {
        throw new Error('scripts/mail.ts runs the preview')
      },
    }),
  },
}

export const runMailCommand = (args: readonly string[], deps: CommandDeps): Promise<number> =>
  runAction(mailCommand, args, deps)
