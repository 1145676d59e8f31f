import type { SpotCopy } from '#contract/line/copy.ts'

export const lineSpot: SpotCopy = {
  open: {
    chip: 'Place {place}, wave {wave}',
    title: 'You stand in front. Your turn.',
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
      note: 'By the clock of our server, at {time}. It ends when it says, and does not start over.',
    },
  },
  came: {
    chip: 'Wave {wave}',
    title: 'The code works once. It is yours.',
    text: 'You took the spot, and nobody else can. Keep this code: the shop asks for it.',
    code: 'Your code',
    used: 'The shop used it on {date}.',
    shop: 'Go to the shop',
  },
  expired: {
    chip: 'Held until {until}',
    title: 'It goes to the next in line. Too late.',
    text: 'The spot was yours to take until then. Your own page says where you stand now: its link is at the end of each mail from us.',
  },
  passed: {
    chip: 'Wave {wave}',
    title: 'It goes to the next in line. Passed.',
    text: 'You let the spot pass. Your own page says where you stand now: its link is at the end of each mail from us.',
  },
  left: {
    chip: 'Wave {wave}',
    title: 'You have left.',
    text: 'So the spot went to the next in line.',
    whileOpen: 'You can join the line again at any time.',
  },
  busy: {
    title: 'Not just now.',
    text: 'Too many wrong codes came from your network. Your spot is not lost: open the link in the mail again in a few minutes.',
  },
}
