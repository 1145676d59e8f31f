/** The drawings of a campaign that has none of its own: a bar with a level. */
export { Figure } from './art/figure.tsx'
export { Below } from './art/below.tsx'
export { Assembled } from './art/assembled.tsx'
export { CardFigure } from './art/card.tsx'
export { PlateFigure } from './art/plate.tsx'
export { rise } from './art/rise.ts'
export { Spot } from './art/spot.tsx'
export { Still } from './art/still.tsx'
