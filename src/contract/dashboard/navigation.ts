import type { CampaignPart, HasPart } from '#contract/campaign/campaign-parts.ts'

/** DASH-1: an operator can do everything; a reader sees counts and masked addresses. */
export type Role = 'operator' | 'reader'

/**
 * Every screen in the navigation: its path and whether a reader may open it. `needs`: the part of
 * the campaign without which it is not there. `key`: opens it after `g`. `more`: it
 * is folded behind 'More'.
 */
export const navigation = {
  overview: { path: '/dashboard', title: 'Overview', reader: true, key: 'o' },
  people: { path: '/dashboard/people', title: 'People', reader: true, key: 'p' },
  line: { path: '/dashboard/line', title: 'Line', reader: true, needs: 'line', key: 'i' },
  waves: { path: '/dashboard/waves', title: 'Waves', reader: true, needs: 'line', more: true },
  letters: { path: '/dashboard/letters', title: 'Letters', reader: true, key: 'l' },
  mail: { path: '/dashboard/mail', title: 'Mail', reader: true, key: 'm' },
  launch: { path: '/dashboard/launch', title: 'Launch', reader: true, key: 'u' },
  figures: { path: '/dashboard/figures', title: 'Figures', reader: true, more: true },
  settings: { path: '/dashboard/settings', title: 'Settings', reader: false, more: true },
  activity: { path: '/dashboard/activity', title: 'Activity', reader: true, more: true },
} as const satisfies Record<string, NavEntry>
type NavEntry = {
  path: string
  title: string
  reader: boolean
  needs?: CampaignPart
  key?: string
  more?: boolean
}
export type NavName = keyof typeof navigation

/** The entries of the navigation that somebody sees. */
export const entriesFor = (role: Role, has: HasPart): [name: string, entry: NavEntry][] =>
  Object.entries<NavEntry>(navigation).filter(
    ([, { reader, needs }]) => (reader || role === 'operator') && (!needs || has(needs)),
  )

/** Below the overview: all sources of a range. */
export const sourcesPath = '/dashboard/sources'

export const dashboardPaths = {
  signIn: '/dashboard/sign-in',
  signOut: '/dashboard/sign-out',
  endSession: '/dashboard/end-session',
  endAllSessions: '/dashboard/end-all-sessions',
} as const

/** The header of a request that keeps an open screen up to date. It is no use of the session (DASH-12). */
export const followHeader = 'ascend-follow'

/** The field of each form that proves that one of our own screens sent it (DASH-2). */
export const formTokenField = 'form_token'

export type SentForm = readonly (readonly [name: string, value: string])[]
