import type { LineRulesCopy } from '#contract/line/copy.ts'
import { linePages } from './line-pages.ts'

/** LINE-5, on the page of the rules and on a person's own page. */
export const whoWaits =
  'More than {network} people from one network within {lineNetworks}, you included; more than {domain} friends with addresses at one domain, unless it is a large mail provider; more than {hour} friends within {linkTimeInWords}; an address that is yours or another friend’s in other spelling; a throw-away mailbox.'

/** The page on how the line works. */
export const lineRules: LineRulesCopy = {
  link: 'How the line works',
  chip: 'The rules, in full',
  title: 'Nobody jumps it. The line.',
  lead: 'Your place is the number of people who stand before you, plus one. It is counted when you look, never set by hand, and no two people have the same.',
  dials: {
    press: 'press gives you a place: confirm, and you stand at the end',
    friend: 'people earlier: what each friend who confirms counts',
    most: 'people at most, with {cap} friends or with a thousand',
  },
  formula: {
    label: 'In one line',
    order: 'order',
    friends: '− {n} × friends',
    text: {
      friends:
        'Order is the number of your confirmation: 1 for the first. The line is sorted by this, the lowest first. Where two are equal, whoever confirmed earlier stands before.',
      order:
        'Order is the number of your confirmation: 1 for the first. The line is sorted by it, and by nothing else.',
    },
  },
  example: {
    place: 'Place',
    order: 'Order',
    friends: 'Friends',
    key: 'Counts as',
    note: 'An example of four. Number {later} passed number {passed}, and not number {tied}, who counts the same and confirmed earlier.',
  },
  rules: {
    title: 'Rules',
    list: [
      {
        title: 'You join the line when you confirm.',
        text: 'Not when you type your address. The order is that in which our server stored the presses, so there are no ties.',
      },
      {
        title: 'A friend counts once confirmed.',
        text: 'The sign-up whose mail they open decides whose friend they are. Each counts as if you had confirmed {n} people earlier. Up to {cap} count; more are welcome and move nothing. An address that was on the list before counts for nobody.',
        where: 'friends',
      },
      {
        title: 'Friends change no place.',
        text: 'You can pass your link on; the order stays that of the presses.',
        where: 'order',
      },
      {
        title: 'A friend can stop counting.',
        text: 'If they leave or erase, if mail to them comes back, or if they turn out to be no other person. Your place is then what it would have been without. We never say who or why. Back within {returnTime}, they count again.',
        where: 'friends',
      },
      {
        title: 'Some wait to be looked at.',
        text: `${whoWaits} Nobody is refused a place for that. A person looks. If nobody has looked after {rulingTime}, the friend counts for your place.[rewards:  A reward always waits until somebody has looked.]`,
        where: 'friends',
      },
      {
        title: 'Whoever leaves makes room.',
        text: 'Everybody behind moves up by one at once. Back within {returnTime}, the place is theirs again; after that they start at the end.',
      },
      {
        title: 'Spots are given from the front.',
        text: 'When there are 50, the first 50 are asked and leave the line; everybody else moves up by 50. An answer has until the day in the mail. Whoever lets it pass stays in front for one more round, then gets a new number, as if they had just confirmed; their friends still count.[quiz:  A round can be for one type of the quiz; its mail says so.]',
      },
      {
        title: 'Rewards hold for {holdTime} before they are yours.',
        text: 'Until then they can be taken back. What is yours stays yours, whatever your friends do, unless those friends turn out to be no other people.',
        where: 'rewards',
      },
      {
        title: 'You see yourself and sums.',
        text: 'Your place, how many stand before and behind, how many friends count. Nobody sees another’s place or address. A first name is shown on your link only if you typed one for it. There is no list of the best.',
      },
      {
        title: 'Nobody can buy, sell or be given a place.',
        text: 'We cannot type one in either. If we stop somebody who cheats, the line closes behind them.',
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
    more: 'One more friend would count as {n} people earlier: place {place}.',
  },
}
