import { iso } from '#contract/time.ts'
import type { ColumnUse } from './column-names.ts'
import { blockedBy, type ImportReport, type ImportResult } from './import.ts'
import type { NumberedRow } from './insert-imported.ts'
import { brandOf } from './services.ts'
import type { SurveyedColumn } from './survey.ts'

/**
 * What a dry run shows of the file itself: the command prints it and the dashboard draws it.
 * `people`: the first who are entered.
 */
export type ImportFacts = ReturnType<typeof factsOf>
export const factsOf = (report: ImportReport) => ({
  service: report.survey.service?.name ?? null,
  columns: report.survey.columns.map(columnOf),
  people: report.first.map(personOf),
  warnings: report.people === 'left' ? warningsOfLeft(report) : warningsOf(report),
})

const useNames: Record<ColumnUse, string> = {
  address: 'address',
  joined: 'date of the sign-up',
  confirmed: 'date of the confirmation',
  language: 'language',
  source: 'source',
  medium: 'medium',
  campaign: 'campaign',
  referrer: 'referrer',
  'consent date': 'date of the consent',
  'consent source': 'source of the consent',
  'consent wording': 'wording of the consent',
  'consent version': 'version of the consent',
}

const notes: Record<NonNullable<SurveyedColumn['unused']>, string> = {
  ignored: 'left out',
  'who-pays': 'says who pays',
  'no-status-word': 'no value is a known status',
}

/** What a column is used for, in words, or why it is not; three different values at most. */
function columnOf({ name, use, isStatus, unused, values }: SurveyedColumn) {
  const uses = [...(use ? [useNames[use.use]] : []), ...(isStatus ? ['who may be mailed'] : [])]
  return {
    name,
    use: uses.length > 0 ? uses.join(', ') : null,
    note: uses.length > 0 || unused === null ? null : notes[unused],
    values,
  }
}

/** A person as an import would enter them. Times are in ms, null where there is none. */
const personOf = ({ line, email, joinedAt, source, consent }: NumberedRow) => ({
  line,
  address: email,
  joinedAt,
  source,
  consentSource: consent?.source ?? null,
  consentAt: consent?.givenAt ?? null,
})

/** Everybody in the file left, whatever its columns say. */
const warningsOfLeft = ({ survey }: ImportReport): string[] =>
  survey.columns
    .filter(({ isStatus, said }) => isStatus && said.mailable > 0)
    .map(
      ({ name }) =>
        `The column ${name} says of people in the file that they may be mailed. With --left they count as people who left: nobody in this file is entered, now or by a later import.`,
    )

function warningsOf(report: ImportReport): string[] {
  const { service, list, columns } = report.survey
  const warnings: string[] = []
  if (service && !service.confirms)
    warnings.push(
      report.people === 'confirmed'
        ? `${brandOf(service)} never asks people to confirm their address, so nobody in this file has confirmed it. Enter them as confirmed only if you can prove it by other means; otherwise choose --unconfirmed.`
        : `${brandOf(service)} never asks people to confirm their address. The people are entered as unconfirmed: they get a confirm mail once they sign up themselves.`,
    )
  if (service?.note !== undefined) warnings.push(service.note)
  for (const { name, values } of columns.filter(({ unused }) => unused === 'no-status-word'))
    warnings.push(
      `The column ${name} is not read, because no value in it is a known status (it has ${values.join(', ')}). If it says who may be mailed, name it with --status-column.`,
    )
  for (const { name, hint, isStatus, unused } of columns) {
    if (hint === null || isStatus) continue
    warnings.push(
      unused === 'ignored'
        ? `The column ${name} is left out, and one of its values is '${hint}'. If that says who left, these people are entered as well.`
        : `The column ${name} is not read, and one of its values is '${hint}'. If it says who may be mailed, name it with --status-column.`,
    )
  }
  if (list !== null && blockedBy(report, report.survey) === null)
    warnings.push(
      `The file has the columns of ${list.name}${list.telling === null ? ', which other lists have as well' : ''}. If everybody in the file left, choose --left.`,
    )
  if (report.rows > 0 && !columns.some(({ isStatus }) => isStatus) && !service?.note)
    warnings.push(
      'No column says who left, bounced or complained. If the earlier service exports these people apart, import that file as well, with --left.',
    )
  return warnings
}

/** The report of an import as lines: the counts, and in a dry run the facts. */
export function* describeReport(
  { rows, entered, refused, takenOff, blocked, kinds, as }: ImportResult,
  facts: ImportFacts,
  { dry, hasRefusedFile }: { dry: boolean; hasRefusedFile: boolean },
): Generator<string> {
  yield `Rows: ${rows}. ${dry ? 'Would be entered' : 'Entered'}: ${entered}. Refused: ${rows - entered}.`
  for (const [reason, count] of refused.slice(0, mostReasonsShown))
    yield `${numbered(count)} ${reason}`
  const others = refused.slice(mostReasonsShown).reduce((sum, [, count]) => sum + count, 0)
  if (others > 0)
    yield `${numbered(others)} for other reasons${hasRefusedFile ? '' : ': --refused FILE lists each row'}`
  if (takenOff > 0)
    yield `${dry ? 'Would be taken' : 'Taken'} off the list, as they left elsewhere and are here only by an earlier import: ${takenOff}.`
  if (!dry) return
  yield* describeFacts(facts, kinds, as)
  if (blocked !== null) yield `Nothing is imported, and --yes is refused. ${blocked}`
  else if (entered > 0 || takenOff > 0 || kinds.length > 0)
    yield `Nothing is imported yet: run the same command with --yes${hasRefusedFile ? ', and a new file for --refused,' : ''}.`
}

const mostReasonsShown = 20

function* describeFacts(
  facts: ImportFacts,
  kinds: ImportResult['kinds'],
  as: ImportResult['as'],
): Generator<string> {
  if (facts.service !== null) yield `The file looks like an export of ${facts.service}.`
  for (const warning of facts.warnings) yield `Note: ${warning}`
  if (kinds.length > 0) {
    yield 'What the rows say:'
    for (const [kind, count] of kinds) yield `${numbered(count)} ${kind}`
  }
  yield 'Columns, each with some of its values:'
  for (const { name, use, note, values } of facts.columns)
    yield `  ${name}: ${use ?? `not used${note === null ? '' : ` (${note})`}`} [${values.join(' | ')}]`
  if (facts.people.length === 0) return
  yield `The first that would be entered, ${as}:`
  for (const { line, address, joinedAt, source, consentSource, consentAt } of facts.people)
    yield `  line ${line}: ${[
      address,
      ...(joinedAt === null ? [] : [`joined ${timeOf(joinedAt)}`]),
      ...(source === '' ? [] : [`source ${source}`]),
      ...(consentAt === null ? [] : [`agreed ${timeOf(consentAt)} at ${consentSource}`]),
    ].join(', ')}`
}

const numbered = (count: number) => String(count).padStart(9)
const timeOf = (at: number) => iso(at).replace(/T00:00:00\.000Z$|\.000(?=Z$)/, '')
