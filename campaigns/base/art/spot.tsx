/** A box; one that is taken is crossed out. */
export const Spot = ({ id, taken }: { id: string; taken: boolean }) => (
  <path id={id} d={taken ? 'M3 8H17V58H3zM3 8L17 58M17 8L3 58' : 'M3 8H17V58H3z'} />
)
