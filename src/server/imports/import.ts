import type { Transaction } from 'kysely'
import { Unreadable } from '#server/cli/csv.ts'
import type { Secrets } from '#server/config/secrets.ts'
import type { Store } from '#server/db/store.ts'
import { openDiskNotes } from '#server/db/files.ts'
import type { Schema } from '#server/db/schema.ts'
import {
  mostRows,
  smallTransactions,
  type SmallTransactionsOptions,
} from '#server/db/transaction.ts'
import type { LeaverKind } from '#server/signup/erasure.ts'
import {
  checkRow,
  verdictNames,
  type CheckedRow,
  type FilePeople,
  type ImportTerms,
} from './check-row.ts'
import {
  countToTakeOff,
  enterLeavers,
  enterImported,
  knownAmong,
  type NumberedRow,
} from './insert-imported.ts'
import { verdictKinds } from './status-words.ts'
import type { PeopleFile } from './read-file.ts'
import { brandOf } from './services.ts'
import { surveyFile, type ColumnChoices, type Survey } from './survey.ts'

export type Refused = { line: number; address: string; reason: string }

/**
 * What the operator says about a file. `people`: null where the file is to decide, by the service
 * that wrote it.
 */
export type ImportOptions = Omit<ImportTerms, 'people'> &
  ColumnChoices & { people: FilePeople | null }

/**
 * What an import has done so far. `refused` counts rows by reason, `kinds` rows with an address by
 * what they say about mail (`verdictNames`). `takenOff`: people who were on the list only by an
 * earlier import. `first`: the first people that are entered. `people`: what those in the file are.
 */
export type ImportReport = {
  rows: number
  entered: number
  refused: Map<string, number>
  kinds: Map<string, number>
  takenOff: number
  first: readonly NumberedRow[]
  people: FilePeople
  survey: Pick<Survey, 'service' | 'list' | 'columns'>
}

/**
 * The counts of a report as they are stored, the most frequent reason first. `as`: what the people
 * in the file are. `blocked`: why the file is not imported with these choices.
 */
export type ImportResult = ReturnType<typeof resultOf>
export const resultOf = (report: ImportReport) => ({
  rows: report.rows,
  entered: report.entered,
  refused: [...report.refused].toSorted(([, a], [, b]) => b - a),
  kinds: [...report.kinds].filter(([, rows]) => rows > 0),
  takenOff: report.takenOff,
  as: report.people,
  blocked: blockedBy(report, report.survey),
})

export type ImportDeps = SmallTransactionsOptions & {
  store: Store
  secrets: Secrets
  now: number
  refuse: (row: Refused) => Promise<void> | void
  /** gets the number of processed rows after each step of each of the two passes */
  onRows?: (rows: number) => Promise<void> | void
  /** what an interrupted import has done: it goes on behind those rows */
  from?: ImportResult | null
  /**
   * Stores, in the transaction of a step, what is done with it and whom it refuses. `refuse` gets
   * these after the commit. The transaction may be tried again.
   */
  settle?: (
    trx: Transaction<Schema>,
    done: ImportReport,
    refused: readonly Refused[],
  ) => Promise<void>
}

/** The operator has to choose what the people in the file are. Nothing was imported. */
class ChoiceMissing extends Unreadable {}
/** Neither the operator nor the service says it. */
export class KindMissing extends ChoiceMissing {}

export const mostShown = 5
/** Reasons that name words of the file can be many. */
const mostReasons = 200

/**
 * Imports a file in small transactions. It reads the file twice: what the whole file shows decides
 * about each row. It holds one step of rows in memory. `dry` only reads, and counts what it would
 * do.
 */
export async function importPeople(
  file: PeopleFile,
  options: ImportOptions,
  dry: boolean,
  deps: ImportDeps,
): Promise<ImportReport> {
  const survey = await surveyFile(file, options, deps.onRows)
  try {
    const terms = termsOf(options, survey)
    const blocked = blockedBy(terms, survey)
    if (blocked !== null && !dry) throw new ChoiceMissing(blocked)
    return await enterFile(file, { survey, terms, dry, ...deps })
  } catch (error) {
    // It was readable a moment ago.
    if (dry || !(error instanceof Unreadable) || error instanceof ChoiceMissing) throw error
    throw new Unreadable(
      `${error.message} Rows before it may already be imported: correct the file and import it again.`,
    )
  } finally {
    survey.close()
  }
}

/** A service that is known gives the source of the consent, where nothing else does. */
export function termsOf(options: ImportOptions, { service }: Pick<Survey, 'service'>): ImportTerms {
  const people = options.people ?? (service?.confirms === false ? 'unconfirmed' : null)
  if (people === null) throw new KindMissing(addKind)
  return {
    ...options,
    people,
    consentSource: options.consentSource || (service ? brandOf(service) : ''),
  }
}

export const addKind = 'Add --confirmed, --unconfirmed or --left: what the people in the file are.'

/**
 * Why a file is not imported as the operator chose: a list of people who may not be mailed, as
 * confirmed.
 */
export const blockedBy = (
  { people }: Pick<ImportTerms, 'people'>,
  { list }: Pick<Survey, 'list'>,
): string | null =>
  people === 'confirmed' && list !== null && list.telling !== null
    ? `The file looks like ${list.name}: its people may not be mailed, so they are not imported as confirmed. If everybody in the file left, choose --left. If it is another list, leave out the column ${list.telling} with --ignore-column.`
    : null

type Entering = ImportDeps & { survey: Survey; terms: ImportTerms; dry: boolean }

async function enterFile(file: PeopleFile, how: Entering): Promise<ImportReport> {
  const { survey, terms, dry, now, from, onRows = () => {} } = how
  const steps = smallTransactions(how.store, how)
  const seen = openDiskNotes()
  const settledRows = from?.rows ?? 0
  let report = beginReport(how)
  let step = emptyStep()
  let read = 0

  async function enter() {
    const entering = step
    step = emptyStep()
    const after = dry
      ? afterStep(report, entering, await wouldEnter(entering, how))
      : await steps.step((trx) => enterStep(trx, report, entering, how))
    report = after.report
    for (const refused of after.refused) await how.refuse(refused)
    await onRows(report.rows)
  }

  async function refuse(line: number, address: string, reason: string) {
    countReason(report.refused, reason)
    await how.refuse({ line, address, reason })
  }

  async function take(line: number, { row, address, kind }: CheckedRow, isFirst: boolean) {
    if (kind !== null) add(report.kinds, verdictNames[kind])
    if ('refused' in row) {
      await refuse(line, row.email ?? address, row.refused)
      if (isFirst) step.leavers.set(row.email!, row.leaver!)
    } else if (isFirst) step.people.push({ line, ...row })
    else await refuse(line, row.email, 'twice in the file')
  }

  try {
    for await (const row of file.rows()) {
      const checked: CheckedRow =
        'wrong' in row
          ? { kind: null, address: row.address, row: { refused: row.wrong } }
          : checkRow(row, { survey, terms, now })
      const email = emailToEnter(checked)
      const isFirst = email !== undefined && seen.add(email)
      if (++read <= settledRows) continue
      report.rows = read
      await take(row.line, checked, isFirst)
      if (sizeOf(step) >= (dry ? mostRows : steps.rows())) await enter()
    }
    if (sizeOf(step) > 0) await enter()
    return report
  } finally {
    seen.close()
  }
}

/** Rows that wait for the next step: people to enter, and leavers by address. */
type Step = { people: NumberedRow[]; leavers: Map<string, LeaverKind> }
const emptyStep = (): Step => ({ people: [], leavers: new Map() })
const sizeOf = ({ people, leavers }: Step): number => people.length + leavers.size

/** The address that a row enters, or notes as a leaver's. The first row of an address counts. */
const emailToEnter = ({ row }: CheckedRow): string | undefined =>
  'refused' in row && row.leaver === undefined ? undefined : row.email

/** Why people of a step are refused, by address, and how many leavers are taken off. */
type Entered = { known: Map<string, string>; takenOff: number }
type AfterStep = { report: ImportReport; refused: readonly Refused[] }

async function enterStep(
  trx: Transaction<Schema>,
  report: ImportReport,
  step: Step,
  { secrets, now, settle }: Entering,
): Promise<AfterStep> {
  const after = afterStep(report, step, {
    known: await enterImported(trx, step.people, secrets, now),
    takenOff: await enterLeavers(trx, step.leavers, secrets, now),
  })
  await settle?.(trx, after.report, after.refused)
  return after
}

const wouldEnter = async (
  { people, leavers }: Step,
  { store, secrets }: Entering,
): Promise<Entered> => ({
  known: await knownAmong(
    store.db,
    people.map(({ email }) => email),
    secrets,
  ),
  takenOff: await countToTakeOff(store.db, [...leavers.keys()]),
})

/** Changes nothing in the report before: a transaction may be tried again. */
function afterStep(
  before: ImportReport,
  { people }: Step,
  { known, takenOff }: Entered,
): AfterStep {
  const entered = people.filter(({ email }) => !known.has(email))
  const refused = people.flatMap(({ line, email }) => {
    const reason = known.get(email)
    return reason === undefined ? [] : [{ line, address: email, reason }]
  })
  const reasons = new Map(before.refused)
  for (const { reason } of refused) countReason(reasons, reason)
  return {
    refused,
    report: {
      ...before,
      entered: before.entered + entered.length,
      refused: reasons,
      takenOff: before.takenOff + takenOff,
      first: [...before.first, ...entered].slice(0, mostShown),
    },
  }
}

function countReason(refused: Map<string, number>, reason: string): void {
  add(refused, refused.has(reason) || refused.size < mostReasons ? reason : 'other reasons')
}

const add = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1)

const beginReport = ({ survey, terms, from }: Entering): ImportReport => ({
  rows: from?.rows ?? 0,
  entered: from?.entered ?? 0,
  refused: new Map(from?.refused),
  kinds: new Map([
    ...verdictKinds.toReversed().map((kind) => [verdictNames[kind], 0] as const),
    ...(from?.kinds ?? []),
  ]),
  takenOff: from?.takenOff ?? 0,
  first: [],
  people: terms.people,
  survey: { service: survey.service, list: survey.list, columns: survey.columns },
})
