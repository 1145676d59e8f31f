import type { FilePeople } from '#contract/import-screens.ts'
import { Unreadable } from '#server/cli/csv.ts'
import type { Secrets } from '#server/config/secret-list.ts'
import type { Store } from '#server/db/store.ts'
import { openDiskSet } from '#server/db/disk-set.ts'
import {
  mostRows,
  smallTransactions,
  type SmallTransactions,
  type SmallTransactionsOptions,
} from '#server/db/small-transactions.ts'
import type { LeaverKind } from '#server/signup/left-elsewhere.ts'
import { checkRow, type CheckedRow, type ImportTerms } from './check-row.ts'
import { countToTakeOff, enterLeavers } from './enter-leavers.ts'
import { enterImported, knownAmong, type NumberedRow } from './insert-imported.ts'
import { verdictKinds, type VerdictKind } from './judge-row.ts'
import type { PeopleFile } from './read-file.ts'
import { brandOf } from './services.ts'
import type { ColumnChoices } from './column-choices.ts'
import { surveyFile, type Survey } from './survey.ts'

export type Refused = { line: number; address: string; reason: string }

/**
 * What the operator says about a file. `people`: null where the file is to decide, by the service
 * that wrote it.
 */
export type ImportOptions = Omit<ImportTerms, 'people'> &
  ColumnChoices & { people: FilePeople | null }

/**
 * `refused` counts by reason, `kinds` rows with an address by what they say about mail. `takenOff`:
 * people who were on the list only by an earlier import. `first`: the first people that are entered.
 */
export type ImportReport = {
  rows: number
  entered: number
  refused: Map<string, number>
  kinds: Map<VerdictKind, number>
  takenOff: number
  first: NumberedRow[]
  people: FilePeople
  survey: Pick<Survey, 'service' | 'list' | 'columns'>
}
export type ImportDeps = SmallTransactionsOptions & {
  store: Store
  secrets: Secrets
  now: number
  refuse: (row: Refused) => Promise<void>
  /** gets the number of processed rows after each step of each of the two passes */
  onRows?: (rows: number) => void
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
 * do. An interrupted import can run again: it refuses people that are on the list.
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

/** Rows that wait for the next step: people to enter, and leavers by address. */
type Step = { people: NumberedRow[]; leavers: Map<string, LeaverKind> }

async function enterFile(file: PeopleFile, how: Entering): Promise<ImportReport> {
  const { survey, terms, dry, now, onRows = () => {} } = how
  const report = emptyReport(survey, terms)
  const steps = smallTransactions(how.store, how)
  const seen = openDiskSet()
  let step: Step = { people: [], leavers: new Map() }
  const sizeOf = ({ people, leavers }: Step) => people.length + leavers.size

  async function enter() {
    const entering = step
    step = { people: [], leavers: new Map() }
    const { known, takenOff } = await (dry
      ? wouldEnter(entering, how)
      : enterStep(entering, how, steps))
    report.takenOff += takenOff
    for (const row of entering.people) {
      const reason = known.get(row.email)
      if (reason !== undefined) await refuse(report, how, [row.line, row.email, reason])
      else {
        report.entered++
        if (report.first.length < mostShown) report.first.push(row)
      }
    }
    onRows(report.rows)
  }

  async function take(line: number, { row, address, kind }: CheckedRow) {
    if (kind !== null) report.kinds.set(kind, report.kinds.get(kind)! + 1)
    if ('refused' in row) {
      const { email, leaver, refused } = row
      await refuse(report, how, [line, email ?? address, refused])
      if (email !== undefined && leaver && seen.add(email)) step.leavers.set(email, leaver)
    } else if (seen.add(row.email)) step.people.push({ line, ...row })
    else await refuse(report, how, [line, row.email, 'twice in the file'])
  }

  try {
    for await (const row of file.rows()) {
      report.rows++
      if ('wrong' in row) await refuse(report, how, [row.line, row.address, row.wrong])
      else await take(row.line, checkRow(row, { survey, terms, now }))
      if (sizeOf(step) >= (dry ? mostRows : steps.rows())) await enter()
    }
    if (sizeOf(step) > 0) await enter()
    return report
  } finally {
    seen.close()
  }
}

/** Why people of a step are refused, by address, and how many leavers are taken off. */
type Entered = { known: Map<string, string>; takenOff: number }

const enterStep = (
  { people, leavers }: Step,
  { secrets, now }: Entering,
  steps: SmallTransactions,
): Promise<Entered> =>
  steps.step(async (trx) => ({
    known: await enterImported(trx, people, secrets, now),
    takenOff: await enterLeavers(trx, leavers, secrets, now),
  }))

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

async function refuse(
  { refused }: ImportReport,
  deps: ImportDeps,
  [line, address, reason]: [number, string, string],
): Promise<void> {
  const counted = refused.has(reason) || refused.size < mostReasons ? reason : otherReasons
  refused.set(counted, (refused.get(counted) ?? 0) + 1)
  await deps.refuse({ line, address, reason })
}

const otherReasons = 'other reasons'

const emptyReport = (survey: Survey, { people }: ImportTerms): ImportReport => ({
  rows: 0,
  entered: 0,
  refused: new Map(),
  kinds: new Map(verdictKinds.map((kind) => [kind, 0])),
  takenOff: 0,
  first: [],
  people,
  survey: { service: survey.service, list: survey.list, columns: survey.columns },
})
