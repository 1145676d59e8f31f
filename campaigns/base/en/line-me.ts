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
    lookedAt: 'being looked at',
  },
  chart: {
    caption: 'Fig. 4 – Places that we noted. Between them we keep none.',
    says: 'Your place: {steps}.',
    point: '{date} {place}',
    now: 'now {place}',
  },
  crowd: { label: 'All of us', of: 'of {n}', goal: '{n} is reached.' },
  invited: {
    title: 'You stand in front. Your turn.',
    text: 'A spot is held for you until {date}, {time}. The link to it is in the mail that we sent you, and nowhere else.',
  },
  taken: 'Your spot is yours, since {date}.',
  waits: {
    text: 'Your place waits until {date}.',
    whileOpen: 'Come back by then, and place and friends are as they were.',
  },
  quiz: { label: 'Quiz', saved: 'Saved on {date}' },
  kept: {
    label: 'What is kept',
    line: {
      title: 'The line',
      order:
        'Your confirmation is number {n}. Nobody else gets it, and everything about your place follows from it and your friends.',
      friends: 'Friends by number: {friends} counted, {lookedAt} being looked at.',
      lookedAt: `These wait to be looked at. ${whoWaits}`,
      placeOnly:
        'Of those who count, {n} for your place only[rewards: , not for rewards]: nobody has looked at them.',
      byLink: 'You came by somebody’s link. If you count for them, they see a number, never who.',
      byNobody: 'You came by nobody’s link.',
      move: {
        confirmed: '{date}: place {place}, when you confirmed.',
        friend: '{date}: place {place}, when a friend counted.',
        'friend-less': '{date}: place {place}, when a sign-up no longer counted.',
        invited: '{date}: place {place}, when you were invited.',
        back: '{date}: place {place}, when you were back in the line.',
        end: '{date}: place {place}, with a new number after {missedSpotsInWords} missed spots.',
      },
      reward: {
        reached: '{reward}: reached on {date}.',
        'taken-back': '{reward}: taken back on {date}.',
        yours: '{reward}: yours since {date}.',
        gone: '{reward}: none was left on {date}.',
        withdrawn: '{reward}: withdrawn on {date}. {note}',
      },
      number: '{reward}, number {n}',
      spot: 'Wave {n}: invited on {date} at place {place}, until {time}; {state}. Of its code we keep a fingerprint.',
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
      named: 'Whoever opens it reads the first name {name}.',
      unnamed: 'No name.',
      rename: 'Change or remove the name',
    },
    news: {
      title: 'Mails about friends',
      on: 'When a friend confirms, one mail says so, at most one {newsEach}.',
      stopped: 'Stopped on {date}. All other mails still come.',
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
    text: 'If you leave, everybody behind you moves up by one, and your friends keep their places.',
    whileOpen:
      'Come back within {returnTime} and your place is still yours; after that you start at the end.',
    jump: 'Leave',
  },
  acts: {
    name: {
      link: 'Show your first name to those who open it',
      title: 'Your name on the link?',
      text: 'Whoever opens your link then reads that it is from you. We use the name nowhere else, in no mail, and delete it when you remove it, or with everything else.',
      button: 'Show it',
    },
    'new-link': {
      link: 'Give the link another code',
      title: 'A new link?',
      text: 'Your link gets another code. Whoever opens the old one then comes by nobody’s link. Friends who count stay.',
      button: 'Renew my link',
    },
    'stop-news': {
      link: 'Stop these mails',
      title: 'No mails about friends?',
      text: 'You get no more mails when a friend confirms. All other mails still come, and your own page says who counts, as a number.',
      button: 'Stop these mails',
    },
    news: {
      link: 'Send them again',
      title: 'Mails about friends again?',
      text: 'When a friend confirms, one mail says so, at most one {newsEach}.',
      button: 'Send them again',
    },
    remember: {
      link: 'Show my place on the home page of this device',
      title: 'Remember you here?',
      text: 'The home page then shows your place in this browser. One cookie does it, for {deviceInWords} at most. Do it on a device of your own only.',
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
    wrong: 'That is no first name that we can show: letters only, {nameLetters} at most.',
    remove: 'Show no name',
  },
  leave: {
    ask: {
      chip: 'Leave the list?',
      above: 'You would give up',
      text: 'Everybody behind you moves up by one. No further mail is sent.',
      whileOpen:
        'Come back within {returnTime} and the place is yours again; after that you start at the end.',
      stay: 'Keep my place',
      spot: {
        held: {
          text: 'The spot that is held for you until {date}, {time} goes to the next in line. No further mail is sent.',
          whileOpen:
            'Come back within {returnTime} and you stand where you stood, without the spot.',
        },
        taken: 'The spot that you took stays yours, with its code. No further mail is sent.',
        stay: 'Stay on the list',
      },
      level: 'The level falls by one',
      without: 'of {n}, without you',
    },
    left: {
      chip: 'You have left',
      one: 'Your place waits. A day.',
      some: 'Your place waits. {n} days.',
      text: 'No further mail goes to this address.',
      whileOpen: 'Join again with it by {date}, and place and friends are as they were.',
      erase: 'Or have nothing kept at all:',
    },
  },
}
