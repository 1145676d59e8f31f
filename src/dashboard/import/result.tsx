import { grouped } from '#contract/english.ts'
import type { ImportResult } from '#server/imports/import.ts'
import type { ImportFacts } from '#server/imports/report.ts'
import type { ShownImport } from '#server/imports/screens.ts'
import { importRefusedPath } from '#contract/people/imports.ts'
import { ofForm } from '#contract/people/imports.ts'
import { Day } from '#dashboard/frame/times.tsx'
import { Facts } from '#dashboard/frame/elements.tsx'
import { numberOf } from '#dashboard/frame/numbers.tsx'
import { Table } from '#dashboard/frame/table.tsx'

const mostReasons = 20

/** What an import would enter or has entered, and why it refuses rows. */
export const Result = ({ run, counts }: { run: ShownImport; counts: ImportResult }) => {
  const refused = counts.rows - counts.entered
  return (
    <>
      <Facts
        of={{
          'Rows in the file': grouped(counts.rows),
          [run.state === 'done' ? 'Imported' : 'To import']: grouped(counts.entered),
          Refused: grouped(refused),
        }}
      />
      <CheckFacts result={counts} facts={run.lines?.facts} />
      {refused > 0 && <RefusedRows run={run} counts={counts} />}
    </>
  )
}

const RefusedRows = ({ run, counts }: { run: ShownImport; counts: ImportResult }) => (
  <>
    <h3>Why rows are refused</h3>
    <Table
      className="figures"
      name="Why rows are refused"
      rows={counts.refused.slice(0, mostReasons)}
      columns={[
        { name: 'Reason', isHead: true, isTyped: true, render: ([reason]) => ofForm(reason) },
        numberOf<[string, number]>('Rows', ([, rows]) => rows),
      ]}
    />
    {run.lines && (
      <>
        <FileLines rows={run.lines.refused.toSorted((a, b) => a.line - b.line)} />
        <p>
          <a className="button" href={importRefusedPath(run.id)} download>
            Download the refused rows
          </a>
        </p>
      </>
    )}
  </>
)

const FileLines = ({ rows }: { rows: NonNullable<ShownImport['lines']>['refused'] }) => (
  <>
    <h3>Some rows that are refused</h3>
    <Table
      className="rows file-lines"
      name="Some rows that are refused"
      rows={rows}
      columns={[
        { name: 'Line', className: 'line', label: true, render: ({ line }) => line },
        { name: 'Address', cells: 'full ink', isTyped: true, render: ({ address }) => address },
        {
          name: 'Reason',
          className: 'reason',
          cells: 'full',
          isTyped: true,
          render: ({ reason }) => reason,
        },
      ]}
    />
  </>
)

/** What the check found in the file: what the command of the same import prints. */
const CheckFacts = ({
  result,
  facts,
}: {
  result: ImportResult
  facts: ImportFacts | undefined
}) => (
  <>
    {result.blocked !== null && <p className="wrong">{ofForm(result.blocked)}</p>}
    {facts?.warnings.map((warning) => (
      <p key={warning} className="wrong">
        {ofForm(warning)}
      </p>
    ))}
    <Facts
      of={{
        'Looks like an export of': facts?.service ?? null,
        ...Object.fromEntries(result.kinds.map(([kind, rows]) => [`Rows: ${kind}`, grouped(rows)])),
        'Taken off the list': result.takenOff > 0 && (
          <>
            {grouped(result.takenOff)}
            <small>they left elsewhere, and are here only by an earlier import</small>
          </>
        ),
      }}
    />
    {facts && facts.people.length > 0 && <First people={facts.people} as={result.as} />}
    {facts && <Columns columns={facts.columns} />}
  </>
)

const First = ({ people, as }: { people: ImportFacts['people']; as: ImportResult['as'] }) => (
  <>
    <h3>First people, {as}</h3>
    <Table
      className="rows file-lines"
      name="First people"
      rows={people}
      columns={[
        { name: 'Line', className: 'line', label: true, render: ({ line }) => line },
        { name: 'Address', cells: 'full ink', render: ({ address }) => address },
        {
          name: 'Joined',
          cells: 'full',
          label: true,
          render: ({ joinedAt }) => (joinedAt === null ? 'now' : <Day at={joinedAt} />),
        },
        { name: 'Source', cells: 'full', label: true, render: ({ source }) => source || '–' },
        {
          name: 'Consent',
          cells: 'full',
          label: true,
          isTyped: true,
          render: ({ consentAt, consentSource }) =>
            consentAt === null ? (
              '–'
            ) : (
              <>
                <Day at={consentAt} /> {consentSource}
              </>
            ),
        },
      ]}
    />
  </>
)

const Columns = ({ columns }: { columns: ImportFacts['columns'] }) => (
  <>
    <h3>Columns of the file</h3>
    <Table
      className="rows file-lines"
      name="Columns of the file"
      rows={columns}
      columns={[
        {
          name: 'Column',
          cells: 'full ink',
          isTyped: true,
          render: ({ name }) => name || 'without a name',
        },
        {
          name: 'Used as',
          cells: 'full',
          label: true,
          render: ({ use, note }) => use ?? `not used${note === null ? '' : `: ${note}`}`,
        },
        {
          name: 'Some values',
          cells: 'full',
          label: true,
          isTyped: true,
          render: ({ values }) => values.join(' · '),
        },
      ]}
    />
  </>
)
