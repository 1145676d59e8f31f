/** An ampoule; one that is taken has its tip snapped off. */
export const Spot = ({ id, taken }: { id: string; taken: boolean }) => (
  <path id={id} d={taken ? snapped : whole} />
)

const whole =
  'M7 22V14C7 11 4 10 4 6C4 3 8 2 9 0h2C12 2 16 3 16 6C16 10 13 11 13 14V22h3v5h2V62H2V27h2V22z'
const snapped = 'M7 22V17l2.5-1.5 1.5 2.5 2-1V22h3v5h2V62H2V27h2V22z'
