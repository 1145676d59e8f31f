import type { LineMeCopy } from '#contract/line/copy.ts'
import { whoWaits } from './line-rules.ts'

/**
 * A line that is set wide or narrow fills its column by its `fit`, which has a rule in page/styles.
 */
export const lineMe: LineMeCopy = {
  title: 'Your place',
  above: 'Your place, today',
  dials: {
    before: 'ahead of you',
    behind: 'behind you',
    friends: { one: 'friend counted', some: 'friends counted' },
    lookedAt: 'under review',
  },
  chart: {
    caption: 'Fig. 4 – Your place each time it changed.',
    says: 'Your place: {steps}.',
    point: '{date} {place}',
    now: 'now {place}',
  },
  crowd: { label: 'All of us', of: 'of {n}', goal: '{n} is reached.' },
  invited: {
    title: 'You’re at the front. Your turn.',
    text: 'A spot is held for you until {date}, {time}. The link to it is in the email we sent you, and nowhere else.',
  },
  taken: 'The spot is yours, since {date}.',
  waits: {
    text: 'Your place waits until {date}.',
    whileOpen: 'Come back by then, and your place and friends are as they were.',
  },
  quiz: { label: 'Quiz', saved: 'Saved on {date}' },
  kept: {
    label: 'What is kept',
    line: {
      title: 'The line',
      order:
        'You were number {n} to confirm. Your place follows from that number and your friends.',
      friends: 'Friends: {friends} counted, {lookedAt} under review.',
      lookedAt: `These are reviewed first. ${whoWaits}`,
      placeOnly:
        '{n} of those who count do so for your place only[rewards: , not for rewards]: nobody has reviewed them.',
      byLink: 'You came by a friend’s link. If you count for them, they see a number, never who.',
      byNobody: 'You came without an invite link.',
      move: {
        confirmed: '{date}: place {place}, when you confirmed.',
        friend: '{date}: place {place}, when a friend counted.',
        'friend-less': '{date}: place {place}, when a sign-up no longer counted.',
        invited: '{date}: place {place}, when you were invited.',
        back: '{date}: place {place}, when you were back in the line.',
        end: '{date}: place {place}, at the end after {missedSpotsInWords} missed spots.',
      },
      reward: {
        reached: '{reward}: reached on {date}.',
        'taken-back': '{reward}: taken back on {date}.',
        yours: '{reward}: yours since {date}.',
        gone: '{reward}: none was left on {date}.',
        withdrawn: '{reward}: withdrawn on {date}. {note}',
      },
      number: '{reward}, number {n}',
      spot: 'Wave {n}: invited on {date} at place {place}, until {time}; {state}. We keep a fingerprint of its code.',
      spotStates: {
        invited: 'open',
        came: 'taken',
        expired: 'not used',
        passed: 'passed on',
        left: 'given up when you left',
      },
    },
    link: {
      title: 'On your link',
      code: 'The code {code}, since {date}.',
      named: 'People who open it see the first name {name}.',
      unnamed: 'No name.',
      rename: 'Change or remove the name',
    },
    news: {
      title: 'Emails about friends',
      on: 'One email when a friend confirms, at most one {newsEach}.',
      stopped: 'Stopped on {date}. All other emails still come.',
    },
    device: {
      title: 'This device',
      remembered: 'One cookie remembers you here, for {deviceInWords} at most.',
      forgotten: 'Nothing is remembered here.',
    },
  },
  out: {
    label: 'The way out',
    title: 'Leave any time.',
    text: 'If you leave, everyone behind you moves up, and your friends keep their places.',
    whileOpen:
      'Come back within {returnTime} and your place is waiting; later, you start at the end.',
    jump: 'Leave',
  },
  acts: {
    name: {
      link: 'Show your first name to people who open it',
      title: 'Your name on the link?',
      text: 'People who open your link then see that it is from you. We use the name nowhere else, not even in emails, and delete it when you remove it or erase everything.',
      button: 'Show it',
    },
    'new-link': {
      link: 'Give the link another code',
      title: 'A new link?',
      text: 'Your link gets another code. The old one still opens the page, but no longer counts for you. Friends who count stay.',
      button: 'Renew my link',
    },
    'stop-news': {
      link: 'Stop these emails',
      title: 'Stop emails about friends?',
      text: 'You get no more emails when a friend confirms. All other emails still come, and your own page says how many count.',
      button: 'Stop these emails',
    },
    news: {
      link: 'Send them again',
      title: 'Emails about friends again?',
      text: 'One email when a friend confirms, at most one {newsEach}.',
      button: 'Send them again',
    },
    remember: {
      link: 'Show my place on the home page of this device',
      title: 'Remember you here?',
      text: 'The home page then shows your place in this browser. One cookie does it, for {deviceInWords} at most. Only on your own device.',
      button: 'Remember me here',
    },
    forget: {
      link: 'Forget it here',
      title: 'Forget you here?',
      text: 'The cookie of this browser is deleted. Your place stays as it is.',
      button: 'Forget it here',
    },
  },
  back: 'Back to your page',
  name: {
    label: 'First name',
    hint: 'Letters only, {nameLetters} at most.',
    wrong: 'We can only show letters, up to {nameLetters}.',
    remove: 'Show no name',
  },
  leave: {
    ask: {
      chip: 'Leave the list?',
      above: 'You would give up',
      text: 'Everyone behind you moves up. We send no more email.',
      whileOpen:
        'Come back within {returnTime} and your place is waiting; later, you start at the end.',
      stay: 'Keep my place',
      spot: {
        held: {
          text: 'The spot held for you until {date}, {time} goes to the next in line. We send no more email.',
          whileOpen: 'Come back within {returnTime} and your place is waiting, without the spot.',
        },
        taken: 'The spot you took stays yours, with its code. We send no more email.',
        stay: 'Stay on the list',
      },
      level: 'Leave, and it falls by one',
      without: 'of {n}, without you',
    },
    left: {
      chip: 'You have left',
      one: 'Your place waits. A day.',
      some: 'Your place waits. {n} days.',
      text: 'We send no more email to this address.',
      whileOpen: 'Join again with it by {date}, and your place and friends are as they were.',
      erase: 'Or have everything erased:',
    },
  },
}
