/** A folding lock: a bow, a cylinder and a body of links that fills. */
export { Assembled } from '../base/art/assembled.tsx'
export { Below } from './art/below.tsx'
export { CardFigure } from '../base/art/card.tsx'
export { Figure } from './art/figure.tsx'
export { PlateFigure } from '../base/art/plate.tsx'
export { rise } from '../base/art/rise.ts'
export { Spot } from '../base/art/spot.tsx'
export { Still } from '../base/art/still.tsx'
