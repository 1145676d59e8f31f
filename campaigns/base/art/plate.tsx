/** Bars that become brighter to the right. Left of 55 % of their width (660) are a mail's words. */
export const PlateFigure = () => (
  <>
    <path className="axis" d="M664 480H1200" />
    {[0, 1, 2, 3, 4, 5, 6, 7].map((bar) => (
      <rect
        key={bar}
        className={bar === 7 ? 'accent' : 'thin'}
        x={668 + 64 * bar}
        y={400 - 42 * bar}
        width="42"
        height={80 + 42 * bar}
      />
    ))}
  </>
)
