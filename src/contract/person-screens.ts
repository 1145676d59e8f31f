/** DASH-5: what an operator can do about one person, by the last part of its path. */
export const personActs = ['resend', 'take-off', 'suppress', 'erase'] as const
export type PersonAct = (typeof personActs)[number]

export const personPath = (id: string): string => `/dashboard/people/${id}`
export const personActPath = (id: string, act: PersonAct): string => `${personPath(id)}/${act}`
