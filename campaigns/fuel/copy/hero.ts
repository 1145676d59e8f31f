import type { HeroCopy } from '#contract/campaign/campaign.ts'

export const hero: HeroCopy = {
  badge: 'PRE-LAUNCH ELITE ACCESS',
  headline: 'This Is Not a Brand. This Is a Weapon.',
  lead: 'The Fuel Protocol: nano-delivery supplements with AI coaching, for founders, fighters, athletes and content creators.',
  cta: 'Claim Your Spot – Unlock The Stack',
  unit: {
    remain: '{n} registrations remain',
    of: 'of {n}',
    complete: '{n}% Complete',
    waiting: 'people waiting',
    waitingOne: 'person waiting',
    waitingNone: 'Be the first to join',
    reward: { name: '1 Mystery reward', line: 'Opens at {n} registrations' },
    access: {
      name: '2 Early access',
      line: '{invitations} invitations, {invitationsMonthsAhead} months early',
    },
    joined: 'The last dot is you',
    grains: 'One point for each {n} registrations',
  },
}
