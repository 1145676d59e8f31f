/** FX-2: how far the background has moved down the page, in pixels. */
export const parallaxPx = (scrollYPx: number): number => scrollYPx * 0.5

/**
 * The background repeats each `tilePx`: where the repetition begins that the window is in, or
 * begins in.
 */
export const tileTopPx = (scrollYPx: number, tilePx: number): number =>
  Math.floor((scrollYPx - parallaxPx(scrollYPx)) / tilePx) * tilePx
