type Unnamed<Row> = Omit<Row, 'personId'>

/**
 * Rows of several people by their person's id, in the order of the rows: without that id, or what
 * `toRecord` makes of them.
 */
export function byPerson<Row extends { personId: string }, Record = Unnamed<Row>>(
  rows: readonly Row[],
  // Where no function is passed, the type of the record is that of the row.
  toRecord: (row: Unnamed<Row>) => Record = (row) => row as Record,
): Map<string, Record[]> {
  const grouped = new Map<string, Record[]>()
  for (const { personId, ...row } of rows) {
    const list = grouped.get(personId)
    if (list) list.push(toRecord(row))
    else grouped.set(personId, [toRecord(row)])
  }
  return grouped
}
