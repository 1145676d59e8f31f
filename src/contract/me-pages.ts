/** LINE-9: what a person can change about their link, the mails about friends and their device. */
export const lineActs = ['name', 'new-link', 'stop-news', 'news', 'remember', 'forget'] as const
export type LineAct = (typeof lineActs)[number]

/**
 * What a person can do on their own page: each is a path under it, whose GET asks and whose POST
 * acts.
 */
export const meActs = ['leave', 'consent', 'erase', ...lineActs] as const
export type MeAct = (typeof meActs)[number]

export const meDownload = 'data.json'

/** QUIZ-9: under it the id of a quiz result that waits to be confirmed. */
export const meResult = 'result'

/** The form field of a first name. */
export const nameField = 'name'
