import type { SpotCopy } from '#contract/line/copy.ts'

export const lineSpot: SpotCopy = {
  open: {
    chip: 'Place {place}, wave {wave}',
    title: 'You’re at the front. Your turn.',
    text: 'A spot is held for you until {until}. Pass, and the next in line gets it; you keep your place for one more round.',
    last: 'A spot is held for you until {until}. Pass, and the next in line gets it; you go to the end. Your friends still count.',
    ofType: 'This round invites one quiz type: {type}.',
    take: 'Take the spot',
    pass: 'Let it pass',
    clock: {
      name: 'Time until the spot ends',
      units: [
        { one: 'day', some: 'days' },
        { one: 'hour', some: 'hours' },
        { one: 'minute', some: 'minutes' },
      ],
      note: 'By our server’s clock, at {time}. It ends then, and is not extended.',
    },
  },
  came: {
    chip: 'Wave {wave}',
    title: 'The code works once. It is yours.',
    text: 'The spot is yours. Keep this code for the shop.',
    code: 'Your code',
    used: 'The shop used it on {date}.',
    shop: 'Go to the shop',
  },
  expired: {
    chip: 'Held until {until}',
    title: 'It goes to the next in line. Too late.',
    text: 'The spot was yours to take until then. Your own page shows your place now: its link is at the end of every email from us.',
  },
  passed: {
    chip: 'Wave {wave}',
    title: 'It goes to the next in line. Passed.',
    text: 'You passed on the spot. Your own page shows your place now: its link is at the end of every email from us.',
  },
  left: {
    chip: 'Wave {wave}',
    title: 'You have left.',
    text: 'The spot went to the next in line.',
    whileOpen: 'You can join the line again at any time.',
  },
  busy: {
    title: 'Not just now.',
    text: 'Too many wrong codes came from your network. Your spot is not lost: open the link in the email again in a few minutes.',
  },
}
