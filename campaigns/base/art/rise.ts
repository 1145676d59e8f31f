/** From nothing to the goal on the bar. */
export const rise = 280
