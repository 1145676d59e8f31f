import type { Art } from '#campaign/art.ts'

/** For art without a charge (FX-9): Fig. 1 stays a drawing. */
export const charge: Art['charge'] = null
export const Vessel: Art['Vessel'] = null
