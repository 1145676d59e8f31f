/** The CSS class of a large number by its digits: the more it has, the smaller it is set. */
export const sizeOf = (n: number): string => (n < 1_000 ? 'd3' : n < 100_000 ? 'd5' : 'd7')
