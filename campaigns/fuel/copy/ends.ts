import type { DeclaredCampaign } from '#campaign/compose.ts'

/** What the marks and states of the launch say in the brand's own words. */
export const ends: DeclaredCampaign['ends'] = {
  goal: {
    chip: '{goal} reached',
    strip: '{goal} reached: the seal is broken',
    cta: null,
    note: 'Place {next} is next. The line goes on.',
    reward: 'Unlocked for everyone on the list',
    level: 'Goal reached',
    bar: { text: 'The seal is broken for everyone on the list.', withPlace: false },
    popup: {
      title: 'The seal is broken.',
      items: [
        'The mystery reward is for everyone on the list, including anyone who joins now',
        'AI beta access',
        'No spam',
      ],
      cta: 'Join the line',
    },
    card: {
      above: 'All {goal} are in.',
      title: 'Unlocked.',
      text: 'The mystery reward is for everyone on the list.',
    },
  },
  spots: {
    popup: {
      items: ['All {spots} spots are taken', 'AI beta access', 'No spam'],
    },
  },
  launched: {
    lead: [
      'The Fuel Protocol is in the shop.',
      'Until {first} only for the list, then for everyone.',
    ],
  },
}
