/** Bars that become brighter to the right. */
export const PlateFigure = () => (
  <>
    <path className="axis" d="M560 480H1200" />
    {[0, 1, 2, 3, 4, 5, 6, 7].map((bar) => (
      <rect
        key={bar}
        className={bar === 7 ? 'accent' : 'thin'}
        x={640 + 66 * bar}
        y={400 - 42 * bar}
        width="42"
        height={80 + 42 * bar}
      />
    ))}
  </>
)
