import { existsSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { capitalized } from '#contract/text.ts'
import { actionsOf, json, type CommandTable } from '#server/cli/command-table.ts'
import { commandLog, storeLocation, requireWaitlist, type Command } from '#server/cli/command.ts'
import type { Config } from '#server/config/config.ts'
import {
  coverAll,
  joinSecrets,
  knownSecrets,
  secretFile,
  secretsInFile,
} from '#server/config/secrets.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import { giveToOwner, onlyOwner } from '#server/db/files.ts'
import { moveStore } from '#server/db/move.ts'
import { openStore } from '#server/db/open.ts'
import { nameOf, type Store, type StoreLocation } from '#server/db/store.ts'

/** Moves the whole waitlist to the other engine. */
export const moveCommand: CommandTable<Command> = {
  name: 'move',
  server: 'stopped',
  help: 'Moves the whole waitlist between SQLite and Postgres, while no server runs on it. It takes the settings of the server (DATA_DIR or DATABASE_URL, SECRET_KEY).',
  actions: {
    '': actionsOf<Command>()({
      help: 'Moves everything from the data folder to Postgres with --to postgres://user:password@host:5432/ascend, and back with --to FOLDER. An interrupted move continues when it is started again.',
      options: {
        to: {
          value: 'PLACE',
          required: true,
          help: 'an empty Postgres database, or a data folder without a waitlist',
        },
        json: { ...json, help: 'prints JSON at the end, and the progress to standard error' },
      },
      run: (command, { to, json: asJson }) => moveWaitlist(command, targetOf(to), asJson),
    }),
  },
}

async function moveWaitlist(
  { config, now, print, note }: Command,
  target: StoreLocation,
  asJson: boolean,
): Promise<number> {
  const source = storeLocation(config)
  if ('dataDir' in source === 'dataDir' in target)
    throw new StartRefused(
      `A move is between SQLite and Postgres, but ${nameOf(source)} and ${nameOf(target)} are on the same engine: set DATABASE_URL as the server has it, or name the other engine in --to.`,
    )
  requireWaitlist(source)
  checkSecrets(source, target, config)
  const from = await openStore(source, { log: commandLog(), role: 'mover' })
  try {
    if (from.refusal()) throw new StartRefused(from.refusal()!)
    const to = await openTarget(target)
    try {
      const where = writeSecret(source, target, config)
      const report = asJson ? note : print
      const names = { source: nameOf(source), target: nameOf(target) }
      const tables = await moveStore({ from, to, ...names, print: report }, now)
      if (asJson) print(JSON.stringify({ from: names.source, to: names.target, tables }))
      report(
        `${where} ${capitalized(names.source)} is unchanged, but no server starts on it any more.`,
      )
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
  return 0
}

function targetOf(to: string): StoreLocation {
  if (/^\w+:\/\//.test(to) && !/^(?:postgres(?:ql)?|sqlite):/.test(to))
    throw new StartRefused('--to is neither postgres://… nor a folder: correct it.')
  return /^postgres(ql)?:/.test(to)
    ? { databaseUrl: to }
    : { dataDir: resolve(to.replace(/^sqlite:(\/\/)?/, '')) }
}

/** Errors about the target name `--to` instead of the setting. */
const openTarget = (target: StoreLocation): Promise<Store> =>
  openStore(target, { log: commandLog(), role: 'mover' }).catch((error: unknown) => {
    throw error instanceof StartRefused
      ? new StartRefused(error.message.replaceAll(/DATABASE_URL|DATA_DIR/g, '--to'))
      : error
  })

type Given = Pick<Config, 'secrets'>

/**
 * The secrets key the links of forms, the budgets and the hashes of people who left, so the target
 * must have those of the source. Throws StartRefused.
 */
function checkSecrets(source: StoreLocation, target: StoreLocation, { secrets }: Given): void {
  if ('dataDir' in source) knownSecrets({ secrets, dataDir: source.dataDir })
  const arriving = 'dataDir' in target ? secretsInFile(target.dataDir) : null
  if (secrets && arriving && !coverAll(arriving, secrets))
    throw new StartRefused(
      `${fileOf(target)} lacks a secret of SECRET_KEY: name another folder in --to.`,
    )
}

/**
 * Writes the secrets into a data folder that has none. Returns a sentence that says where they are,
 * without their values.
 */
function writeSecret(source: StoreLocation, target: StoreLocation, { secrets }: Given): string {
  const [kept, wanted] = [fileOf(source), fileOf(target)]
  if (wanted) {
    if (secrets && !existsSync(wanted)) {
      writeFileSync(wanted, joinSecrets(secrets), { mode: onlyOwner.file, flag: 'wx' })
      giveToOwner(wanted)
    }
    return `The secret is in ${wanted}: start the server with this folder as DATA_DIR, and without DATABASE_URL.`
  }
  if (!secrets && kept)
    return `The secret is in ${kept}: start the server with DATABASE_URL, and SECRET_KEY set to what that file holds.`
  return 'The secret is the SECRET_KEY that is set now: start the server with DATABASE_URL and that same SECRET_KEY.'
}

const fileOf = (place: StoreLocation) => ('dataDir' in place ? secretFile(place.dataDir) : null)
