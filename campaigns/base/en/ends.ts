import type { EndCopy } from '#contract/launch/state-words.ts'

/**
 * What the page says once the goal is reached, the spots are gone or the early-bird is over, and the
 * pages of a list that is closed, launched or paused (contract/launch/state-words.ts has the blanks).
 */
export const ends: EndCopy = {
  goal: {
    chip: '{goal} reached',
    strip: '{goal} reached',
    cta: null,
    note: '[line: Place][no line: Sign-up] {next} is next. [line: The line goes on][no line: The list stays open].',
    reward: 'Unlocked for everyone on the list',
    level: 'Goal reached',
    bar: { text: 'The goal is reached.', withPlace: false },
    popup: {
      title: 'The goal is reached.',
      items: [
        '{goal} people are on the list',
        '[line: The line goes on][no line: The list stays open]',
        'No spam',
      ],
      cta: 'Join the [line: line][no line: list]',
    },
    card: {
      above: 'All {goal} are in.',
      title: 'Unlocked.',
      text: '[line: The line goes on][no line: The list stays open].',
    },
  },
  spots: {
    chip: 'All {spots} spots are taken',
    strip: 'All {spots} spots are taken',
    cta: 'Join the [line: line][no line: list]',
    note: '[line: Place][no line: Sign-up] {next} is next.',
    reward: null,
    level: null,
    bar: { text: 'is next. The spots are taken.', withPlace: true },
    popup: {
      title: '[line: The line goes on][no line: The list stays open].',
      items: [
        'All {spots} spots are taken',
        '[line: The line goes on][no line: The list stays open]',
        'No spam',
      ],
      cta: 'Keep My Spot',
    },
    card: {
      above: 'All {spots} spots are taken.',
      title: '[line: The line goes on][no line: The list stays open].',
      text: '[line: Your place is given when you confirm.][no line: You are on the list once you confirm.]',
    },
  },
  earlyBird: {
    chip: null,
    strip: null,
    cta: null,
    note: null,
    reward: null,
    level: null,
    bar: { text: 'is next. Early-bird has ended.', withPlace: true },
    popup: null,
    card: {
      above: 'Early-bird has ended.',
      title: 'The [line: line][no line: list] is not.',
      text: '[line: Your place is given when you confirm.][no line: You are on the list once you confirm.]',
    },
  },
  closed: {
    strip: { label: 'Notice', text: ['The list is closed'] },
    chip: ['Closed {since}'],
    headline: 'No more [line: places][no line: spots]. The list is closed.',
    lead: [
      '{registered} people are on the list.',
      'New sign-ups are closed.',
      'Everyone on the list hears first.',
    ],
    note: ['This won’t put you on the list.'],
    bar: {
      title: 'The list is closed.',
      text: ['One email at the next batch?'],
      button: 'Tell me once',
    },
    level: ['Closed'],
    card: {
      above: 'No more [line: places][no line: spots].',
      title: 'The list is closed.',
      text: 'Everyone on the list hears first.',
    },
    once: {
      placeholder: 'Your email',
      cta: 'Tell me once',
      consent: {
        version: 'once-2026-11-27',
        text: 'One email when the next batch opens, then your address is deleted. Nothing else. Privacy',
        link: 'Privacy',
      },
    },
  },
  launched: {
    strip: { label: 'Now', text: ['In the shop since {since}'] },
    chip: ['Since {sinceDay}'],
    headline: 'The wait is over. It Is Here.',
    lead: ['It is in the shop.', 'Until {first} only for the list, then for everyone.'],
    note: [
      'On the list? The link is in your email.',
      'Your address stays on the list until {eraseDay}, then the list is erased.',
    ],
    bar: {
      title: 'It is here.',
      text: ['The list first, until {firstDay}.'],
      button: 'Go to the shop',
    },
    card: {
      above: 'The wait is over.',
      title: 'It Is Here.',
      text: 'In the shop now.',
    },
    cta: 'Go to the shop',
  },
  paused: {
    kept: 'Your address is saved in this browser and sent when sign-ups are back: just visit again.',
    strip: { label: 'Notice', text: ['Sign-ups are paused until {until}', 'Sign-ups are paused'] },
    chip: ['Paused'],
    headline: 'Nothing is lost. On hold.',
    lead: [
      'Sign-ups are paused.',
      'Nobody loses a [line: place][no line: spot][offers:  and no offer ends].',
      'Back on {until}.',
    ],
    note: [
      'On the list already? Nothing changes for you.',
      'The confirmation email in your inbox stays valid.',
    ],
    bar: { title: 'On hold.', text: ['Back on {until}.', 'Nothing is lost.'], button: null },
    level: ['On hold'],
    card: {
      above: 'Nothing is lost.',
      title: 'On hold.',
      text: 'Sign-ups are paused.',
    },
  },
}
