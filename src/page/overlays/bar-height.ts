const mostShare = 0.15

/** Where the bar, as high as it is drawn, would take more of the window's height than this, it comes minimized, until the visitor opens it. */
export const comesAs = ({
  barPx,
  windowPx,
}: {
  barPx: number
  windowPx: number
}): 'visible' | 'minimized' => (barPx > windowPx * mostShare ? 'minimized' : 'visible')
