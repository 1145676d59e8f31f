import type { LineRulesCopy } from '#contract/line/copy.ts'
import { linePages } from './line-pages.ts'

/** LINE-5, on the page of the rules and on a person's own page. */
export const whoWaits =
  'More than {network} people from one network within {lineNetworks}, you included; more than {domain} friends with addresses at one domain, unless it is a large email provider; more than {hour} friends within {linkTimeInWords}; the same address spelled differently; a disposable mailbox.'

/** The page on how the line works. */
export const lineRules: LineRulesCopy = {
  link: 'How the line works',
  chip: 'The rules, in full',
  title: 'No shortcuts. The line.',
  lead: 'Your place is the number of people ahead of you, plus one. It is counted when you look, never set by hand, and no two people share one.',
  dials: {
    press: 'click puts you in line, at the end',
    friend: 'places per friend who confirms',
    most: 'places at most, with {cap} friends or a thousand',
  },
  formula: {
    label: 'In one line',
    order: 'order',
    friends: '− {n} × friends',
    text: {
      friends:
        'Order is the number of your confirmation: 1 for the first. The line is sorted by this result, lowest first. If two are equal, the earlier confirmation goes first.',
      order:
        'Order is the number of your confirmation: 1 for the first. The line is sorted by it and nothing else.',
    },
  },
  example: {
    place: 'Place',
    order: 'Order',
    friends: 'Friends',
    key: 'Counts as',
    note: 'An example of four. Number {later} passed number {passed}, but not number {tied}, who counts the same and confirmed earlier.',
  },
  rules: {
    title: 'Rules',
    list: [
      {
        title: 'You join the line when you confirm.',
        text: 'Not when you type your address. Order is the order in which our server stored the clicks, so there are no ties.',
      },
      {
        title: 'A friend counts once they confirm.',
        text: 'They belong to the link with which they joined. Each one counts as if you had confirmed {n} people earlier. Up to {cap} count; more are welcome, but move nothing. An address that was already on the list counts for nobody.',
        where: 'friends',
      },
      {
        title: 'Friends change no place.',
        text: 'You can share your link; the order stays that of the clicks.',
        where: 'order',
      },
      {
        title: 'A friend can stop counting.',
        text: 'If they leave or erase their data, if email to them bounces, or if they turn out to be you. Your place is then what it would have been without them. We never say who or why. If they return within {returnTime}, they count again.',
        where: 'friends',
      },
      {
        title: 'Some are reviewed first.',
        text: `${whoWaits} Nobody is refused a place for that. A person reviews them. After {rulingTime} without a review, the friend counts for your place.[rewards:  A reward always waits for the review.]`,
        where: 'friends',
      },
      {
        title: 'Leaving makes room.',
        text: 'Everyone behind moves up at once. Back within {returnTime}, the place is yours again; later, you start at the end.',
      },
      {
        title: 'Spots go to the front.',
        text: 'With 50 to give, the first 50 are invited and leave the line; everyone else moves up by 50. The email says until when to answer. Pass once and you keep your place; pass twice and you go to the end. Your friends still count.[quiz:  A round can be for one quiz type; its email says so.]',
      },
      {
        title: 'Rewards hold for {holdTime} before they are yours.',
        text: 'Until then they can be taken back. Then they are yours for good, whatever your friends do, unless those friends turn out to be you.',
        where: 'rewards',
      },
      {
        title: 'You see your own place and totals.',
        text: 'Your place, how many are ahead and behind, how many friends count. Nobody sees another person’s place or address. Your link shows a first name only if you gave one. There is no leaderboard.',
      },
      {
        title: 'Places can’t be bought, sold or given.',
        text: 'Not by us either. If we stop someone who cheats, the line closes behind them.',
      },
    ],
    limited: '{limit} in all, and none after the last.',
  },
  changes: {
    title: 'Changes',
    friends: 'From {date}: {n} people earlier for each friend, {cap} count.',
    order: 'From {date}: the order of confirmations alone.',
  },
  figure: {
    ...linePages.figure,
    caption:
      'Fig. 3 – An example of the line, and detail A around one place. One stroke is one person.',
    you: 'place {place}',
    says: 'An example of a line from 1 to {of}, with {n} people. One of them stands at {place}.',
    more: 'One more friend would mean {n} places: place {place}.',
  },
}
