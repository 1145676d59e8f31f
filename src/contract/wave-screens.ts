export const wavePaths = {
  waves: '/dashboard/waves',
  new: '/dashboard/waves/new',
  invite: '/dashboard/waves/invite',
  codes: (id: string) => `/dashboard/waves/${id}/codes`,
} as const

/** The fields of a new wave, as they were typed. */
export type TypedWave = { spots: string; day: string; time: string; type: string }
