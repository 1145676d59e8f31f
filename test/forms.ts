import { fieldNames } from '#contract/people/waitlist.ts'
import type { Act } from '#server/acts/act.ts'
import { acts } from '#server/dashboard/acts.ts'

/**
 * Every route that changes state, by what a person fills in there. `button`: nothing is typed.
 * `program`: scripts and other servers call it.
 * `file`: an upload, whose body is not read before its sender is known. Otherwise what a person types, field by field.
 */
export type Filled = 'button' | 'program' | 'file' | Readonly<Record<string, string>>

const typedAddress = { [fieldNames.email]: "o'hara&co@example.com" }
const times = { 'at-day': '2031-01-31', 'at-time': '09:30' }
const span = { ...times, 'until-day': '2031-02-28', 'until-time': '17:45' }

/** The forms of the page, in each language (LANG-1). */
const ofPage = {
  '/join': typedAddress,
  '/quiz/save': typedAddress,
  '/tell-once': typedAddress,
  '/device/open': 'button',
  '/device/forget': 'button',
} as const

export const forms: Readonly<Record<string, Filled>> = {
  // Visitors
  ...ofPage,
  ...Object.fromEntries(Object.entries(ofPage).map(([path, filled]) => [`/nl${path}`, filled])),
  '/tell-once/:token': 'button',
  '/tell-once/:token/delete': 'button',
  '/confirm/:token': 'button',
  '/unsubscribe/:token': 'button',
  '/unsubscribe/:token/friends': 'button',
  '/spot/:code/take': 'button',
  '/spot/:code/pass': 'button',

  // The own page
  '/me/:token/name': { name: 'Zoë' },
  '/me/:token/leave': 'button',
  '/me/:token/consent': 'button',
  '/me/:token/language': 'button',
  '/me/:token/erase': 'button',
  '/me/:token/new-link': 'button',
  '/me/:token/stop-news': 'button',
  '/me/:token/news': 'button',
  '/me/:token/remember': 'button',
  '/me/:token/forget': 'button',
  '/me/:token/result/:result': 'button',

  // Programs
  '/functions/v1/send-welcome-email': 'program',
  '/functions/v1/trigger-email-sequence': 'program',
  '/rest/v1/quiz_results': 'program',
  '/events': 'program',
  '/webhooks/:provider': 'program',

  // Operators
  ...buttons(acts),
  '/dashboard/sign-in': { email: 'anna@example.com' },
  '/dashboard/sign-in/:token': 'button',
  '/dashboard/end-session': 'button',
  '/dashboard/people/search': { text: 'sanne@' },
  '/dashboard/people/export': 'button',
  '/dashboard/people/many/suppress': { reason: 'complained' },
  '/dashboard/people/:id/suppress': { reason: 'complained' },
  '/dashboard/people/import/:id/run': 'button',
  '/dashboard/people/import/:id/check': {
    source: 'The form at the “Fair”',
    date: '2025-05-01',
    wording: 'Yes, <write> to me',
    status: 'state',
    ignore: 'note',
  },
  '/dashboard/people/import/:id/discard': 'button',
  '/dashboard/line/credits/:id/counts': 'button',
  '/dashboard/line/credits/:id/refused': 'button',
  '/dashboard/line/links/:id/counts': 'button',
  '/dashboard/line/links/:id/refused': 'button',
  '/dashboard/line/rewards/export': 'button',
  '/dashboard/line/rewards/:id/:step/withdraw': { note: 'One person, "two" addresses' },
  '/dashboard/waves/invite': { spots: '2', day: '2031-01-31', time: '09:30', type: '' },
  '/dashboard/waves/:id/codes': 'button',
  '/dashboard/launch/pause': span,
  '/dashboard/launch/resume': times,
  '/dashboard/launch/close': span,
  '/dashboard/launch/launch': span,
  '/dashboard/launch/open': times,
  '/dashboard/launch/move-end': { 'to-day': '2031-01-31', 'to-time': '09:30' },
  '/dashboard/letters/new': { subject: 'Soon', preview: 'A word', body: 'Dear “you”,\n\n<soon>' },
  '/dashboard/letters/:id': { subject: 'Now', preview: 'Two words', body: 'Hello & welcome,\nyes' },
  '/dashboard/letters/:id/test': { to: 'anna@example.com' },
  '/dashboard/letters/:id/send': { day: '2031-01-31', time: '09:30' },
  '/dashboard/letters/:id/copy': 'button',
  '/dashboard/letters/:id/pause': 'button',
  '/dashboard/letters/:id/resume': 'button',
  '/dashboard/letters/:id/stop': 'button',
  '/dashboard/letters/:id/unschedule': 'button',
  '/dashboard/letters/:id/delete': 'button',
  '/dashboard/people/import': 'file',
}

/** The routes below `path` where a person types, with what they type. */
export const typedForms = (path: string): [route: string, typed: Record<string, string>][] =>
  Object.entries(forms).flatMap(([route, filled]) =>
    typeof filled === 'object' && route.startsWith(path) ? [[route, { ...filled }]] : [],
  )

/** The acts that only ask. */
function buttons(declared: readonly Act[]): Record<string, 'button'> {
  return Object.fromEntries(
    declared.flatMap(({ path, fields }) => (path && !fields ? [[path, 'button']] : [])),
  )
}
