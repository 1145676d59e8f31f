import type { DeclaredCampaign } from '#campaign/compose.ts'

/** The words around the figure of the first view; badge, headline and lead are the campaign's. */
export const hero = {
  cta: 'Join the waitlist',
  unit: {
    remain: '{n} registrations remain',
    of: 'of {n}',
    complete: '{n}% Complete',
    waiting: 'people waiting',
    waitingOne: 'person waiting',
    waitingNone: 'Be the first to join',
    reward: { name: '1 The goal', line: 'Reached when {n} have registered' },
    access: { name: '2 Early access', line: 'For the list, before everyone else' },
    joined: 'The last dot is you',
    grains: 'One point for each {n} registrations',
  },
} as const satisfies DeclaredCampaign['hero']
