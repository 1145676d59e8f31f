/** The unit: a capsule in a case with a barrel, of which each part can be seen. */
export { Assembled } from './art/assembled.tsx'
export { Below } from './art/below.tsx'
export { CardFigure } from './art/card.tsx'
export { Figure } from './art/figure.tsx'
export { PlateFigure } from './art/plate.tsx'
export { rise } from './art/rise.ts'
export { Spot } from './art/spot.tsx'
export { Still } from './art/still.tsx'
