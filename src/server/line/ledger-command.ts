import { campaign } from '#campaign/campaign.ts'
import { nameOfStep } from '#contract/line-rewards.ts'
import { actionsOf } from '#server/cli/command-table.ts'
import { UsageError } from '#server/cli/arguments.ts'
import type { Command } from '#server/cli/command.ts'
import type { Store } from '#server/db/store.ts'
import { ledgerChunks, ledgerSteps, readLedgerCounts, type LedgerFormat } from './ledger.ts'

type LedgerDeps = Pick<Command, 'print'> & { store: Store }

/** LINE-6: the rewards that are owed, from a shell. */
export const ledgerAction = actionsOf<LedgerDeps>()({
  help: 'Prints how many people have each reward in each state. With --csv or --json it prints the whole ledger: address, friends, reward, state, number, since when, when it is owed, note. With --json each line is an object.',
  options: {
    csv: { flag: true, help: 'prints the ledger as CSV' },
    json: { flag: true, help: 'prints the ledger as JSON lines' },
  },
  check({ csv, json }) {
    if (csv && json) throw new UsageError('Give one of --csv and --json.')
  },
  run: ({ store, print }, { csv, json }) =>
    csv || json ? printLedger(store, csv ? 'csv' : 'jsonl', print) : printCounts(store, print),
})

const chunkSize = 500
const nameOf = (step: number) => nameOfStep(campaign, step)

async function printLedger({ db }: Store, format: LedgerFormat, print: LedgerDeps['print']) {
  for await (const { text } of ledgerChunks(db, { format, chunkSize, nameOf }))
    print(text.trimEnd())
  return 0
}

async function printCounts({ db }: Store, print: LedgerDeps['print']) {
  const { counts, reserved } = await readLedgerCounts(db)
  const terms = campaign.line?.terms.rewards ?? []
  for (const step of ledgerSteps(terms, counts)) {
    const states = counts
      .filter((row) => row.step === step)
      .map(({ state, people }) => `${people} ${state}`)
    const limit = terms.find(({ friends }) => friends === step)?.limit
    const given = reserved.find((row) => row.step === step)?.reserved ?? 0
    const left = limit ? ` ${given} of ${limit} are reserved.` : ''
    print(`${nameOf(step)} (${step}): ${states.join(', ') || 'nobody'}.${left}`)
  }
  return 0
}
