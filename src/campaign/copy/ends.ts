import type { EndCopy } from '#contract/ends.ts'

/** The pages of a list that is closed, a launch, and a pause (contract/ends.ts has the blanks). */
export const ends: EndCopy = {
  closed: {
    strip: { label: 'Notice', text: ['The list is closed'] },
    chip: ['Closed {since}'],
    headline: {
      text: 'No more places. The list is closed.',
      lines: [
        { text: 'No more places.', width: 'wide', fit: 10.6 },
        { text: 'The list', width: 'narrow', fit: 45.2 },
        { text: 'is closed.', width: 'narrow', fit: 35.1 },
      ],
    },
    lead: [
      '{registered} people are on the list.',
      'New sign-ups are closed.',
      'Everybody on the list hears from us first.',
    ],
    note: ['It does not put you on the list.'],
    bar: {
      title: 'The list is closed.',
      text: ['One mail at the next batch?'],
      button: 'Tell me once',
    },
    level: ['Closed'],
    card: {
      above: 'No more places.',
      title: 'The list is closed.',
      text: 'Everybody on the list hears from us first.',
    },
    once: {
      placeholder: 'Your e-mail',
      cta: 'Tell me once',
      consent: {
        version: 'once-2026-11',
        text: 'One mail when the next batch opens, then your address is deleted. Nothing else. Privacy',
        link: 'Privacy',
      },
    },
  },
  launched: {
    strip: { label: 'Now', text: ['In the shop since {since}'] },
    chip: ['Since {sinceDay}'],
    headline: {
      text: 'The wait is over. It Is Here.',
      lines: [
        { text: 'The wait is over.', width: 'wide', fit: 10.8 },
        { text: 'It Is Here.', width: 'narrow', fit: 34.7 },
      ],
    },
    lead: [
      'The Fuel Protocol is in the shop.',
      'Until {first} it is open to the list alone, then to everybody.',
    ],
    note: [
      'On the list? Your mail has the link.',
      'Your address stays on the list until {eraseDay}, then the list is erased.',
    ],
    bar: {
      title: 'It is here.',
      text: ['The list first, until {firstDay}.'],
      button: 'Go to the shop',
    },
    level: ['{registered} waited', 'Launched'],
    card: {
      above: 'The wait is over.',
      title: 'It Is Here.',
      text: 'In the shop now.',
    },
    cta: 'Go to the shop',
  },
  paused: {
    kept: 'Your address is kept in this browser and sent when sign-ups are back: just visit again.',
    strip: { label: 'Notice', text: ['Sign-ups are paused until {until}', 'Sign-ups are paused'] },
    chip: ['Paused'],
    headline: {
      text: 'Nothing is lost. On hold.',
      lines: [
        { text: 'Nothing is lost.', width: 'wide', fit: 11.8 },
        { text: 'On hold.', width: 'narrow', fit: 39.4 },
      ],
    },
    lead: [
      'Sign-ups are paused.',
      'Nobody loses anything meanwhile: no offer ends.',
      'We go on on {until}.',
    ],
    note: [
      'On the list already? Nothing changes for you.',
      'A confirm mail in your inbox stays valid.',
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
