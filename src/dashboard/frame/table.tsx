import type { ReactNode } from 'react'

export type Column<Row> = {
  name: ReactNode
  render: (row: Row, index: number) => ReactNode
  /** the name is for screen readers alone */
  hidden?: boolean
  /** its cells are the names of the rows */
  isHead?: boolean
  /** classes of its name and its cells, such as `right` */
  className?: string | undefined
  /** classes of its cells alone: `full` is as wide as a narrow window */
  cells?: string | undefined
  /** the name of a cell in narrow windows, which show no names of columns; true: the column's */
  label?: true | string | false
  /** others wrote its cells, in a language of any direction */
  isTyped?: boolean
}

type Columns<Row> = readonly (Column<Row> | false)[]

/**
 * A table with a name for screen readers. The class `figures` is for a table of numbers; in narrow
 * windows each row of the class `rows` is a block.
 * `groups`: rows by the name of their group, instead of `rows`. `foot`: the row of the sums.
 */
export const Table = <Row,>({
  name,
  className,
  columns,
  rows = [],
  groups,
  foot,
}: {
  name: ReactNode
  className?: 'rows' | 'figures' | `${'rows' | 'figures'} ${string}`
  columns: Columns<Row>
  rows?: readonly Row[]
  groups?: Readonly<Record<string, readonly Row[]>>
  foot?: Row
}) => {
  const shown = columns.filter((column) => column !== false)
  return (
    <table className={className}>
      <caption className="hide">{name}</caption>
      <thead>
        <tr>
          {shown.map(({ className, hidden, name }, index) => (
            <th key={index} scope="col" className={className}>
              {hidden ? <span className="hide">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      {groups ? (
        Object.entries(groups).map(([group, rows]) => (
          <tbody key={group}>
            <tr className="group">
              <th scope="rowgroup" colSpan={shown.length}>
                {group}
              </th>
            </tr>
            <Rows rows={rows} columns={shown} />
          </tbody>
        ))
      ) : (
        <tbody>
          <Rows rows={rows} columns={shown} />
        </tbody>
      )}
      {foot && (
        <tfoot>
          <Rows rows={[foot]} columns={shown} />
        </tfoot>
      )}
    </table>
  )
}

const Rows = <Row,>({ rows, columns }: { rows: readonly Row[]; columns: readonly Column<Row>[] }) =>
  rows.map((row, index) => (
    <tr key={index}>
      {columns.map((column, place) => (
        <Cell key={place} column={column}>
          {column.render(row, index)}
        </Cell>
      ))}
    </tr>
  ))

const Cell = <Row,>({ column, children }: { column: Column<Row>; children: ReactNode }) => {
  const { name, isHead, className, cells, label, isTyped } = column
  const classes = [className, cells].filter(Boolean).join(' ') || undefined
  const dir = isTyped ? 'auto' : undefined
  return isHead ? (
    <th scope="row" className={classes} dir={dir}>
      {children}
    </th>
  ) : (
    <td
      className={classes}
      data-label={label === true ? String(name) : label || undefined}
      dir={dir}
    >
      {children}
    </td>
  )
}
