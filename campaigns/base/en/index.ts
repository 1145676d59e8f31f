import type { DeclaredCampaign } from '#campaign/compose.ts'
import { letters } from '../letters.ts'
import { consents } from './consents.ts'
import { ends } from './ends.ts'
import { hero } from './hero.ts'
import { line } from './line.ts'
import { live } from './live.ts'
import { mails } from './mails.ts'
import { privacy } from './privacy.ts'
import { sections } from './sections.ts'

/**
 * What every campaign in English has unless it says otherwise: a page of one form, a line without
 * rewards, live figures, and no quiz. What it lacks, a campaign has to declare (`OwnCampaign`).
 */
export const base = {
  language: 'en',
  currency: 'EUR',
  mast: { issue: 'Waitlist', note: 'Before the launch' },
  hero,
  forms: {
    label: 'Email',
    note: 'Free to join. Leave any time.',
    placeholder: 'Your email',
    success: 'You are in. Check your email and confirm it.',
    welcomeTitle: 'You are in.',
    bonus:
      '[line: Your place is given when you confirm.][no line: You are on the list once you confirm.]',
  },
  consents,
  mails,
  privacy,
  quiz: null,
  sequence: null,
  letters,
  line,
  launch: { shop: null, listFirstDays: 2, eraseAfterDays: 30, tellOnce: true },
  ends,
  live,
  figures: {
    waiting: null,
    launch: { value: { registered: 0, goal: 1_000 }, source: { kind: 'simulated' } },
    earlySpots: null,
    batchPercent: null,
    audience: null,
    cohort: null,
    video: null,
    programSpots: null,
    pageSpots: null,
    earlyBird: null,
    programTimer: null,
    accessTimer: null,
    recent: null,
  },
  offers: {},
  product: {},
  samples: {
    fact: 'sample',
    label: 'Sample label',
    note: 'What is marked as a sample is an example, and may change.',
  },
  promises: {},
  updates: [],
  sections,
  switches: { zoomLocked: false, debugBadge: false, footerNote: true, figures: 'live' },
} as const satisfies DeclaredCampaign
