/** Rows of several people as records of each, in the order of the rows. */
export function byPerson<Row extends { personId: string }, Record>(
  rows: readonly Row[],
  toRecord: (row: Row) => Record,
): Map<string, Record[]> {
  const grouped = new Map<string, Record[]>()
  for (const row of rows) {
    const list = grouped.get(row.personId)
    if (list) list.push(toRecord(row))
    else grouped.set(row.personId, [toRecord(row)])
  }
  return grouped
}
