import type { ImportFacts } from '#contract/import-screens.ts'
import type { ImportReport } from './import.ts'

/** The report of an import as lines: the counts, and in a dry run the facts. */
export function* describeReport(
  { rows, entered, refused }: Pick<ImportReport, 'rows' | 'entered' | 'refused'>,
  facts: ImportFacts,
  { dry, hasRefusedFile }: { dry: boolean; hasRefusedFile: boolean },
): Generator<string> {
  yield `Rows: ${rows}. ${dry ? 'Would be entered' : 'Entered'}: ${entered}. Refused: ${rows - entered}.`
  const reasons = [...refused].sort(([, a], [, b]) => b - a)
  for (const [reason, count] of reasons.slice(0, mostReasonsShown))
    yield `${numbered(count)} ${reason}`
  const others = reasons.slice(mostReasonsShown).reduce((sum, [, count]) => sum + count, 0)
  if (others > 0)
    yield `${numbered(others)} for other reasons${hasRefusedFile ? '' : ': --refused FILE lists each row'}`
  if (facts.takenOff > 0)
    yield `${dry ? 'Would be taken' : 'Taken'} off the list, as they left elsewhere and are here only by an earlier import: ${facts.takenOff}.`
  if (!dry) return
  yield* describeFacts(facts)
  if (facts.blocked !== null) yield `Nothing is imported, and --yes is refused. ${facts.blocked}`
  else if (entered > 0 || facts.takenOff > 0 || facts.kinds.length > 0)
    yield `Nothing is imported yet: run the same command with --yes${hasRefusedFile ? ', and a new file for --refused,' : ''}.`
}

const mostReasonsShown = 20

function* describeFacts(facts: ImportFacts): Generator<string> {
  if (facts.service !== null) yield `The file looks like an export of ${facts.service}.`
  for (const warning of facts.warnings) yield `Note: ${warning}`
  if (facts.kinds.length > 0) {
    yield 'What the rows say:'
    for (const [kind, count] of facts.kinds) yield `${numbered(count)} ${kind}`
  }
  yield 'Columns, each with some of its values:'
  for (const { name, use, note, values } of facts.columns)
    yield `  ${name}: ${use ?? `not used${note === null ? '' : ` (${note})`}`} [${values.join(' | ')}]`
  if (facts.people.length === 0) return
  yield `The first that would be entered, ${facts.as}:`
  for (const { line, address, joinedAt, source, consentSource, consentAt } of facts.people)
    yield `  line ${line}: ${[
      address,
      ...(joinedAt === null ? [] : [`joined ${timeOf(joinedAt)}`]),
      ...(source === '' ? [] : [`source ${source}`]),
      ...(consentAt === null ? [] : [`agreed ${timeOf(consentAt)} at ${consentSource}`]),
    ].join(', ')}`
}

const numbered = (count: number) => String(count).padStart(9)
const timeOf = (at: number) =>
  new Date(at).toISOString().replace(/T00:00:00\.000Z$|\.000(?=Z$)/, '')
