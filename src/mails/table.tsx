import type { CSSProperties, ReactNode } from 'react'

type TableProps = {
  className?: string
  style?: CSSProperties
  bgcolor?: string
  width?: string
  align?: 'center'
  /** wraps the children in one cell with this style; without it and `align`, children are rows */
  cell?: CSSProperties
  children: ReactNode
}

/** A layout table, which assistive technology skips. */
export function Table({
  className,
  style,
  bgcolor,
  width = '100%',
  align,
  cell,
  children,
}: TableProps) {
  return (
    <table
      role="presentation"
      className={className}
      width={width}
      border={0}
      cellPadding={0}
      cellSpacing={0}
      bgcolor={bgcolor}
      style={style}
    >
      <tbody>
        {align || cell ? (
          <tr>
            <td align={align} style={cell}>
              {children}
            </td>
          </tr>
        ) : (
          children
        )}
      </tbody>
    </table>
  )
}
