import type { ImportColumn, ImportFacts, ImportedPerson } from '#contract/import-screens.ts'
import { verdictNames } from './check-row.ts'
import type { ColumnUse } from './column-names.ts'
import { blockedBy, type ImportReport } from './import.ts'
import type { NumberedRow } from './insert-imported.ts'
import { brandOf } from './services.ts'
import type { SurveyedColumn } from './survey.ts'

/** What a dry run shows the operator: the command prints it and the dashboard draws it. */
export const factsOf = (report: ImportReport): ImportFacts => ({
  service: report.survey.service?.name ?? null,
  as: report.people,
  blocked: blockedBy(report, report.survey),
  columns: report.survey.columns.map(columnOf),
  kinds: [...report.kinds]
    .filter(([, rows]) => rows > 0)
    .toReversed()
    .map(([kind, rows]) => [verdictNames[kind], rows]),
  people: report.first.map(personOf),
  warnings: report.people === 'left' ? warningsOfLeft(report) : warningsOf(report),
  takenOff: report.takenOff,
})

const useNames: Record<ColumnUse, string> = {
  address: 'address',
  joined: 'date of the sign-up',
  confirmed: 'date of the confirmation',
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

function columnOf({ name, use, isStatus, unused, values }: SurveyedColumn): ImportColumn {
  const uses = [...(use ? [useNames[use]] : []), ...(isStatus ? ['who may be mailed'] : [])]
  return {
    name,
    use: uses.length > 0 ? uses.join(', ') : null,
    note: uses.length > 0 || unused === null ? null : notes[unused],
    values,
  }
}

const personOf = ({ line, email, joinedAt, source, consent }: NumberedRow): ImportedPerson => ({
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
    .filter(({ hasMailable }) => hasMailable)
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
  for (const { name, hint, unused } of columns.filter((column) => column.hint !== null))
    warnings.push(
      unused === 'ignored'
        ? `The column ${name} is left out, and one of its values is '${hint}'. If that says who left, these people are entered as well.`
        : `The column ${name} is not read, and one of its values is '${hint}'. If it says who may be mailed, name it with --status-column.`,
    )
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
