/** From nothing to the goal on the barrel. */
export const rise = 280
