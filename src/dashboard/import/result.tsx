import { grouped } from '#contract/text.ts'
import type { ImportResult } from '#server/imports/import.ts'
import type { ImportFacts } from '#server/imports/report.ts'
import { Fact } from '#dashboard/frame/elements.tsx'
import { ofForm } from './words.ts'
import { Day } from '#dashboard/frame/times.tsx'
import { TableHead } from '#dashboard/frame/table.tsx'

/** What the check found in the file: what the command of the same import prints. */
export const Facts = ({
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
    <dl className="facts">
      {facts && facts.service !== null && (
        <Fact term="Looks like an export of">{facts.service}</Fact>
      )}
      {result.kinds.map(([kind, rows]) => (
        <Fact key={kind} term={`Rows: ${kind}`}>
          {grouped(rows)}
        </Fact>
      ))}
      {result.takenOff > 0 && (
        <Fact term="Taken off the list">
          {grouped(result.takenOff)}
          <small>they left elsewhere, and are here only by an earlier import</small>
        </Fact>
      )}
    </dl>
    {facts && facts.people.length > 0 && <First people={facts.people} as={result.as} />}
    {facts && <Columns columns={facts.columns} />}
  </>
)

const First = ({ people, as }: { people: ImportFacts['people']; as: ImportResult['as'] }) => (
  <>
    <h3>First people, {as}</h3>
    <table className="rows file-lines">
      <TableHead
        name="First people"
        columns={[['Line', 'line'], 'Address', 'Joined', 'Source', 'Consent']}
      />
      <tbody>
        {people.map(({ line, address, joinedAt, source, consentAt, consentSource }) => (
          <tr key={line}>
            <td data-label="Line">{line}</td>
            <td className="full ink">{address}</td>
            <td data-label="Joined" className="full">
              {joinedAt === null ? 'now' : <Day atMs={joinedAt} />}
            </td>
            <td data-label="Source" className="full">
              {source || '–'}
            </td>
            <td data-label="Consent" className="full" dir="auto">
              {consentAt === null ? (
                '–'
              ) : (
                <>
                  <Day atMs={consentAt} /> {consentSource}
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
)

const Columns = ({ columns }: { columns: ImportFacts['columns'] }) => (
  <>
    <h3>Columns of the file</h3>
    <table className="rows file-lines">
      <TableHead name="Columns of the file" columns={['Column', 'Used as', 'Some values']} />
      <tbody>
        {columns.map(({ name, use, note, values }, index) => (
          <tr key={index}>
            <td className="full ink" dir="auto">
              {name || 'without a name'}
            </td>
            <td data-label="Used as" className="full">
              {use ?? `not used${note === null ? '' : `: ${note}`}`}
            </td>
            <td data-label="Some values" className="full" dir="auto">
              {values.join(' · ')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
)
