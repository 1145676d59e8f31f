type Size = { widthPx: number; heightPx: number }

/** The bar in one row, and in the two that it has under 768 px (styles/bars.css). */
const [oneRowPx, twoRowsPx, twoRowsBelowPx] = [64, 106, 768]
const mostShare = 0.15

/** Where it would take more of the window's height than this, it comes minimized, until the visitor opens it. */
export const comesAs = ({ widthPx, heightPx }: Size): 'visible' | 'minimized' =>
  (widthPx < twoRowsBelowPx ? twoRowsPx : oneRowPx) > heightPx * mostShare ? 'minimized' : 'visible'
