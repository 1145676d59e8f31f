import type { SpotCopy } from '#contract/line-spot.ts'

export const lineSpot: SpotCopy = {
  open: {
    chip: 'Place {place}, wave {wave}',
    title: 'You stand in front. Your turn.',
    lines: [
      { text: 'You stand in front.', width: 'wide', fit: 9.6 },
      { text: 'Your turn.', width: 'narrow', fit: 34.7 },
    ],
    text: 'A spot is held for you until {until}. If you let it pass, the next in line gets it and you stay in front for one more wave.',
    last: 'A spot is held for you until {until}. If you let it pass, the next in line gets it and you get a new number, as if you had just confirmed. Your friends still count.',
    ofType: 'This wave invites people of one quiz type: {type}.',
    take: 'Take the spot',
    pass: 'Let it pass',
    clock: {
      name: 'Time until the spot ends',
      units: [
        { one: 'day', some: 'days' },
        { one: 'hour', some: 'hours' },
        { one: 'minute', some: 'minutes' },
      ],
      note: 'Clock of the server, at {time}. It ends when it says, and starts no second time.',
    },
  },
  came: {
    chip: 'Wave {wave}',
    title: 'The code works once. It is yours.',
    lines: [
      { text: 'The code works once.', width: 'wide', fit: 7.8 },
      { text: 'It is yours.', width: 'narrow', fit: 32.8 },
    ],
    text: 'You took the spot, and nobody else can. Keep this code: the shop asks for it.',
    code: 'Your code',
    used: 'The shop used it on {date}.',
    shop: 'Go to the shop',
  },
  expired: {
    chip: 'Held until {until}',
    title: 'It goes to the next in line. Too late.',
    lines: [
      { text: 'It goes to the next in line.', width: 'wide', fit: 6.9 },
      { text: 'Too late.', width: 'narrow', fit: 38.3 },
    ],
    text: 'The spot was yours to take until then. Your own page says where you stand now: its link is at the end of each mail from us.',
  },
  passed: {
    chip: 'Wave {wave}',
    title: 'It goes to the next in line. Passed.',
    lines: [
      { text: 'It goes to the next in line.', width: 'wide', fit: 6.9 },
      { text: 'Passed.', width: 'narrow', fit: 41.2 },
    ],
    text: 'You let the spot pass. Your own page says where you stand now: its link is at the end of each mail from us.',
  },
  left: {
    chip: 'Wave {wave}',
    title: 'You have left.',
    lines: [{ text: 'You have left.', width: 'narrow', fit: 24.5 }],
    text: 'So the spot went to the next in line.',
    whileOpen: 'You can join the line again at any time.',
  },
  busy: {
    title: 'Not just now.',
    lines: [{ text: 'Not just now.', width: 'narrow', fit: 25.7 }],
    text: 'Too many wrong codes came from your network. Your spot is not lost: open the link in the mail again in a few minutes.',
  },
}
