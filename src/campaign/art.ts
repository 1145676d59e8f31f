import type { FC } from 'react'

/**
 * The drawings of a campaign, as its `art.tsx` exports them. What it leaves out is that of
 * campaigns/base, whose art it exports anew. Page and scripts own the <svg> around each
 * drawing, with its size and what it says to screen readers; a drawing returns what lies in it.
 *
 * Pens are classes, in the colours of the theme: `solid` (filled with the ground), `thin`, `behind`
 * (hidden edges), `axis`, `accent`, `level`, `dots`, `end`. Lines are one px wide.
 */
export type Art = {
  /**
   * How high the level rises from nothing, which stands at 505, to the goal: 240 to 290 of the
   * units of `Figure`.
   */
  rise: number
  /**
   * Fig. 1, in 210 x 560. Groups with `data-part` 1 and 2 move apart with the scroll; their call-outs
   * begin at the right edge, at 29 and 142. What has `data-rise` moves with a live level: circles
   * and ellipses by `cy`, texts by `y`, a <rect> by `y` while its lower edge stays, and in a <path>
   * each `M x y`, with a `v` behind it whose end stays.
   */
  Figure: FC<FigureProps>
  /**
   * Its lower half, in 210 x 640. Groups with `data-part` 3 to 6 move; their call-outs begin at the
   * right edge, at 80, 232, 372 and 549.
   */
  Below: FC
  /** Fig. 2, whole, in 1200 x 230. Groups with `data-join` 1, 2, 4, 5 and 6 come together. */
  Assembled: FC<{ share: number }>
  /** A spot of the program, in 20 x 64: one element with this id. */
  Spot: FC<{ id: string; taken: boolean }>
  /** The still of the video, in 1260 x 540, of which the right side is always seen. */
  Still: FC
  /** What lies at the foot of a card, in 1200 x 200. */
  CardFigure: FC<{ share: number }>
  /** What lies behind title and brand of a mail, in 1200 x 560, at the right edge. */
  PlateFigure: FC
  /**
   * FX-9: Fig. 1 as the product itself, in 144 x 552 from 46 and -14 on, loaded after the first
   * interaction. Without it nothing is loaded.
   */
  charge: (() => Promise<Charge>) | null
  /** Its outline with what fills it, in the same box: what stands behind the headline before. */
  Vessel: FC | null
}

/**
 * Programs of WebGL2, which count in the drawing's units. Uniforms: `a` is the canvas in pixels, the
 * level and the tilt; `b` is seconds since the beginning, the sweep of light, the broken seal and
 * seconds since the visitor joined; `grain` is the size and number of the grains, drawn as points;
 * `layer` is 0 for the back of the glass and 1 for its front, drawn as a triangle.
 */
export type Charge = { grains: Program; glass: Program }
export type Program = { vertex: string; fragment: string }

export type FigureProps = {
  /** how much of the goal is reached, from 0 to 1 */
  share: number
  /** where the level stands, in the units of the drawing from its top */
  level: number
  /** what stands at nothing, at each quarter and at the goal; '' where that is no whole number */
  scale: readonly string[]
  /** `reached`: the goal is, and the seal broken. `empty`: nobody is counted, so there is no level. */
  state: 'open' | 'reached' | 'empty'
  /** something is said of the second part */
  hasAccess: boolean
  /** the visitor's dot, on pages beside the landing page or before joining */
  dot: Dot | undefined
  /** on the landing page */
  joining: JoiningDot | undefined
}

/** `next`: where the visitor's would lie. `last`: where it lies. */
export type Dot = 'next' | 'last'

/**
 * FX-9: the visitor's dot comes with joining. A live gauge counts who has confirmed, so that with
 * double opt-in the dot waits for that.
 */
export type JoiningDot = { isLive: boolean; isAwaited: boolean }
