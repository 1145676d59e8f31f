import type { ReactNode } from 'react'

/** A column's name and its classes. */
type Column = string | readonly [name: ReactNode, className?: string]

/** A table's name for screen readers, and the names of its columns. */
export const TableHead = ({
  name,
  columns,
}: {
  name: ReactNode
  columns: readonly (Column | false)[]
}) => (
  <>
    <caption className="hide">{name}</caption>
    <thead>
      <tr>
        {columns.map((column, index) => column && <ColumnName key={index} column={column} />)}
      </tr>
    </thead>
  </>
)

function ColumnName({ column }: { column: Column }) {
  const [name, className] = typeof column === 'string' ? [column] : column
  return (
    <th scope="col" className={className}>
      {name}
    </th>
  )
}

/** A column's name for screen readers alone. */
export const hidden = (name: string): ReactNode => <span className="hide">{name}</span>
