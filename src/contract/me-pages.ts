/**
 * What a person can do on the page of what is kept about them: each is a path under it, whose GET
 * asks and whose POST acts.
 */
export const meActs = ['leave', 'consent', 'erase'] as const
export type MeAct = (typeof meActs)[number]

export const meDownload = 'data.json'
