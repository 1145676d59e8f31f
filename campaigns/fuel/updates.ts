import type { Update } from '#contract/campaign/campaign.ts'

/** HERO-6: newest first; an empty list takes the box away. */
export const updates: readonly Update[] = [
  { when: 'Today', text: 'Legacy Pack #001: limited to 500' },
  { when: 'Yesterday', text: 'Early access: 1,000 invitations' },
  { when: '2 days ago', text: 'Founding status: the first 3,000' },
]
