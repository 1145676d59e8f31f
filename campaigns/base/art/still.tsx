/** Bars that rise. */
export const Still = () => (
  <>
    <path className="axis" d="M0 440H1260" />
    {[0, 1, 2, 3, 4, 5].map((bar) => (
      <rect
        key={bar}
        className={bar === 5 ? 'level' : 'thin'}
        x={700 + 84 * bar}
        y={380 - 58 * bar}
        width="56"
        height={60 + 58 * bar}
      />
    ))}
  </>
)
