type Launch = { registered: number; goal: number }

/** Where nothing and where everything stands on the barrel, in the drawing's units from its top. */
export const [emptyY, fullY] = [505, 225]

/** From 0 to 1: the part of the barrel that is full (HERO-2). */
export const gaugeShare = ({ registered, goal }: Launch): number =>
  Math.min(1, Math.max(0, registered / goal))

/** Where the level stands, in tenths of the drawing's units. */
export const gaugeLevel = (launch: Launch): number =>
  Math.round((emptyY - (emptyY - fullY) * gaugeShare(launch)) * 10) / 10
