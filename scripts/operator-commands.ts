import { fileURLToPath } from 'node:url'
import { actionsOf, type Action, type CommandTable } from '#server/cli/command-table.ts'
import { notDone, type Command, type OpenDeps, type Streams } from '#server/cli/command.ts'
import type { CommandDeps as DashboardDeps } from '#server/dashboard/commands.ts'
import type { CommandDeps as LaunchDeps } from '#server/launch/acts.ts'
import type { CommandDeps as LettersDeps } from '#server/letters/commands.ts'
import type { CommandDeps as LineDeps } from '#server/line/commands.ts'
import type { CommandDeps as WavesDeps } from '#server/line/wave-acts.ts'
import type { CommandDeps as MailDeps } from '#server/ops/mail-actions.ts'
import type { CommandDeps as PeopleDeps } from '#server/imports/import-command.ts'

/**
 * `openDeps` opens what the actions need. Only the type of one command's `Deps` fits both fields.
 */
export type OperatorCommand = { table: CommandTable<any>; openDeps: OpenDeps<any> }

/**
 * Every command of the operator. `npm run NAME -- ...` runs scripts/run-command.ts with its NAME;
 * its help and its rows in docs/operating.md follow from the table. Each is loaded only when it is
 * needed.
 */
export const operatorCommands: Record<string, () => Promise<OperatorCommand>> = {
  async people() {
    const { campaign } = await import('#campaign')
    const { withStore } = await import('#server/cli/command.ts')
    const { knownSecrets } = await import('#server/config/secrets.ts')
    const { peopleCommand } = await import('#server/people/commands.ts')
    const openDeps: OpenDeps<PeopleDeps> = (command, work) =>
      withStore(command.config, { journalKey: () => knownSecrets(command.config)[0] }, (store) =>
        work({ ...command, store, timeZone: campaign.timeZone }),
      )
    return { table: peopleCommand, openDeps }
  },

  async dashboard() {
    const { withStore } = await import('#server/cli/command.ts')
    const { dashboardCommand } = await import('#server/dashboard/commands.ts')
    const openDeps: OpenDeps<DashboardDeps> = (command, work) =>
      withStore(command.config, {}, (store, config) => work({ ...command, config, store }))
    return { table: dashboardCommand, openDeps }
  },

  async mail() {
    const { campaign } = await import('#campaign')
    const { withStore } = await import('#server/cli/command.ts')
    const { mailCommand } = await import('#server/ops/mail-actions.ts')
    const { calendarTime } = await import('#server/clock/clock.ts')
    const { readLaunchPeriods } = await import('#server/db/launch-periods.ts')
    const { sequenceInLaunch } = await import('#server/launch/launch-cache.ts')
    const openDeps: OpenDeps<MailDeps> = (command, work) =>
      withStore(command.config, {}, async (store, config) => {
        const periods = await readLaunchPeriods(store.db)
        const at = await calendarTime(store.db, command)
        const sequence = sequenceInLaunch(
          campaign.sequence,
          () => periods,
          () => at,
        )
        return work({ ...command, config, store, sequence })
      })
    return {
      table: { ...mailCommand, actions: { ...mailCommand.actions, preview: previewMails } },
      openDeps,
    }
  },

  async letters() {
    const { campaign } = await import('#campaign')
    const { withStore } = await import('#server/cli/command.ts')
    const { calendarTime } = await import('#server/clock/clock.ts')
    const { builtBundles } = await import('#server/http/bundles.ts')
    const { lettersCommand } = await import('#server/letters/commands.ts')
    const dist = fileURLToPath(new URL(`../dist/${campaign.name}`, import.meta.url))
    const mails: LettersDeps['mails'] = async (language) =>
      (await builtBundles(dist)).mails(language)
    const openDeps: OpenDeps<LettersDeps> = (command, work) =>
      withStore(command.config, {}, async (store, config) => {
        const now = await calendarTime(store.db, command)
        return work({ ...command, config, now, store, timeZone: campaign.timeZone, mails })
      })
    return { table: lettersCommand, openDeps }
  },

  async launch() {
    const { campaign } = await import('#campaign')
    const { withStore } = await import('#server/cli/command.ts')
    const { calendarTime } = await import('#server/clock/clock.ts')
    const { launchCommand } = await import('#server/launch/acts.ts')
    const openDeps: OpenDeps<LaunchDeps> = (command, work) =>
      withStore(command.config, {}, async (store) =>
        work({
          ...command,
          now: await calendarTime(store.db, command),
          store,
          timeZone: campaign.timeZone,
          terms: campaign.launch,
        }),
      )
    return { table: launchCommand, openDeps }
  },

  async line() {
    const { withStore } = await import('#server/cli/command.ts')
    const { migrating } = await import('#server/db/store.ts')
    const { lineCommand } = await import('#server/line/commands.ts')
    const { campaignLine } = await import('#server/line/enter.ts')
    const { parseAddress } = await import('#contract/address/address.ts')
    // A long list takes longer to count or to move than the answer to a visitor may.
    const openDeps: OpenDeps<LineDeps> = (command, work) =>
      withStore(command.config, { timeLimits: migrating }, (store) =>
        // A campaign without a line does not have the command.
        work({ ...command, store, terms: campaignLine!, parseAddress }),
      )
    return { table: lineCommand, openDeps }
  },

  async waves() {
    const { campaign } = await import('#campaign')
    const { withStore } = await import('#server/cli/command.ts')
    const { knownSecrets } = await import('#server/config/secrets.ts')
    const { calendarTime } = await import('#server/clock/clock.ts')
    const { wavesCommand } = await import('#server/line/wave-acts.ts')
    const openDeps: OpenDeps<WavesDeps> = (command, work) =>
      withStore(command.config, {}, async (store) =>
        work({
          ...command,
          now: await calendarTime(store.db, command),
          store,
          timeZone: campaign.timeZone,
          secrets: () => knownSecrets(command.config),
        }),
      )
    return { table: wavesCommand, openDeps }
  },

  async backup() {
    const { backupCommand } = await import('#server/ops/backup.ts')
    return { table: backupCommand, openDeps: withoutStore }
  },

  async restore() {
    const { campaign } = await import('#campaign')
    const { restoreCommand } = await import('#server/ops/restore.ts')
    return { table: restoreCommand(campaign.sequence), openDeps: withoutStore }
  },

  async retention() {
    const { retentionCommand } = await import('#server/ops/retention.ts')
    return { table: retentionCommand, openDeps: withoutStore }
  },

  async move() {
    const { moveCommand } = await import('#server/ops/move.ts')
    return { table: moveCommand, openDeps: withoutStore }
  },

  async figures() {
    const { figuresCommand } = await import('#server/ops/figures.ts')
    return { table: figuresCommand, openDeps: withoutStore }
  },

  async brand() {
    const { brandCommand } = await import('#server/ops/brand.ts')
    const actions = { new: makeBrand, ...brandCommand.actions }
    return { table: { ...brandCommand, actions }, openDeps: withoutStore }
  },

  card: async () => ({ table: cardCommand, openDeps: withoutStore }),
}

const withoutStore: OpenDeps<Command> = (command, work) => work(command)

/** A script that does its work when it is imported. */
const script = (help: string, load: () => Promise<unknown>): Action<Streams> =>
  actionsOf<Streams>()({
    help,
    standalone: true,
    async run({ note }) {
      try {
        await load()
        return 0
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
        const needs =
          'This command draws with a browser and needs the packages for development: run npm run check once, which installs them.'
        return notDone(note, `${(error as Error).message.split('\n')[0]}. ${needs}`)
      }
    },
  })

const previewMails = script(
  'Draws every mail of the campaign as HTML, text and pictures into .cache/mails. It needs no store.',
  () => import('./mail-preview.ts'),
)

const makeBrand = actionsOf<Streams>()({
  help: 'Makes campaigns/NAME: a brand that builds and serves as it is, in the words of the base. Prints what to write next.',
  argument: 'NAME',
  options: {
    color: { value: '#RRGGBB', help: 'the accent of buttons and drawings' },
    scheme: { value: 'SCHEME', oneOf: ['light', 'dark'], help: 'light unless it is set' },
    lang: { value: 'LANGUAGE', help: 'of the page and the mails, as nl; en unless it is set' },
  },
  standalone: true,
  async run({ print, note }, { color, scheme, lang }, name) {
    const { isTakenIn, newBrand, writeBrand } = await import('./new-brand.ts')
    const made = newBrand(
      { name, color, scheme: scheme as 'light' | 'dark' | undefined, lang },
      isTakenIn(),
    )
    if ('wrong' in made) return notDone(note, made.wrong)
    writeBrand(made.files)
    for (const line of made.says) print(line)
    return 0
  },
})

const cardCommand: CommandTable<Streams> = {
  name: 'card',
  help: 'Draws the pictures of the campaign anew, after its words, figures, colours or drawings changed. It needs Chromium, and no store.',
  server: 'may run',
  actions: {
    '': script(
      'Writes the cards that previews of a shared link show, the icon of home screens and the background of mails into public/ of the campaign that CAMPAIGN names.',
      () => import('./card.ts'),
    ),
  },
}
