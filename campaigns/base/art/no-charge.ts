import type { Art } from '#campaign/art.ts'

/** The drawing stays as it is. */
export const charge: Art['charge'] = null
export const Vessel: Art['Vessel'] = null
