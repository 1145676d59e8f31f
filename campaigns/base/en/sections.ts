import type { DeclaredCampaign } from '#campaign/compose.ts'

/** Of the sections, those that no page can be without. */
export const sections = {
  strip: null,
  contents: null,
  earlyBird: null,
  proof: { title: 'Who is here.', audience: 'people' },
  video: null,
  quiz: null,
  exclusivity: null,
  faq: null,
  final: {
    ref: 'Join',
    title: 'One [line: place][no line: spot] is yours.',
    text: 'Leave your email and hear first.',
    cta: 'Join the waitlist',
    levels: ['Open today', 'Less than 3 hours', 'Only 2 hours left', 'Closes in 60 minutes'],
    closes: 'It closes in',
    units: ['hours', 'minutes', 'seconds'],
    figure: 'Fig. 1',
  },
  bars: null,
  recent: null,
  exit: null,
  stay: null,
  updates: null,
  footer: { note: 'Figures on this page are simulated. Results are the brand’s own claims.' },
} as const satisfies DeclaredCampaign['sections']
