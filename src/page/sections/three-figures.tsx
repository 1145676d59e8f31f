type Item = { value: string; unit?: string; text: string }

/**
 * Three figures side by side, smaller where one has many digits; `stacked` puts them below each
 * other on small windows.
 */
export const ThreeFigures = ({ items, stacked }: { items: readonly Item[]; stacked?: boolean }) => (
  <ul
    className="trio"
    data-stacked={stacked}
    data-long={items.some(({ value }) => value.length > 6) || undefined}
  >
    {items.map(({ value, unit, text }) => (
      <li key={text}>
        <span className="num">
          {value}
          {unit && <small>{unit}</small>}
        </span>{' '}
        <span>{text}</span>
      </li>
    ))}
  </ul>
)
