import type { Placement } from '#contract/people/waitlist.ts'
/**
 * What a link in each mail opens: what is kept about somebody. The words are the same for every
 * campaign; times in braces are filled in.
 */
export const me = {
  title: 'About you.',
  intro:
    "Everything we keep about {email}, as of now. Times are those of {zone}. Anyone with this link can see and change it, so don't forward the mail.",
  states: {
    unconfirmed:
      'Entered on {joined} and not confirmed. It gets confirm mails only, and is deleted after {unconfirmed}.',
    confirmed: 'On the list. Entered on {joined}, confirmed on {confirmed}.',
    unsubscribed: 'Off the list since {left}. No mail goes to it.',
    bounced: 'Gets no mail: ours bounced. Entered on {joined}.',
    complained: 'Gets no mail: one of ours was reported as spam. Entered on {joined}.',
    suppressed: 'No mail goes to it, whoever enters it. Entered on {joined}.',
  },
  /** at the level of the drawing */
  levels: {
    unconfirmed: 'Not counted until you confirm',
    confirmed: 'One of these dots is you',
  },
  address: 'The address',
  entered: 'It was entered through {placement}.',
  origin: 'You came through {words}.',
  byFriend: 'You came by a friend’s link.',
  originWords: {
    source: 'the source {word}',
    medium: 'the medium {word}',
    campaign: 'the campaign {word}',
  },
  referrer: 'A page at {referrer} led to ours.',
  imported: 'It came with an imported list on {imported}.',
  listed: 'The list names {words}.',
  placements: {
    hero: 'the form at the top of the page',
    final: 'the form at the end of the page',
    'sticky-bar': 'the bar at the foot of the window',
    'exit-intent': 'the offer on leaving',
    'exit-intent-second': 'the second offer on leaving',
    quiz: 'the quiz',
    me: 'this page',
    import: 'an imported list',
    operator: 'the operator',
  } satisfies Record<Placement | 'me' | 'import' | 'operator', string>,
  language: {
    title: 'Language',
    text: 'Our mails and your pages are in {language}.',
    chosen: 'You chose it on {chosen}.',
  },
  consents: {
    title: 'What you agreed to',
    none: 'Nothing on record.',
    given: '{given}, through {placement}, version {version}.',
    imported: '{given}, through {placement}, version {version}: {source}.',
    unworded: 'Its wording was not brought along.',
  },
  offers: {
    title: 'What you were granted',
    none: 'Nothing yet.',
    numbered: '{name}, number {number}, granted on {granted}.',
    granted: '{name}, granted on {granted}.',
  },
  quiz: {
    title: 'Quiz results',
    none: 'None is saved.',
    result: '{type}, saved on {saved}.',
    scores: 'Scores: {scores}.',
    answers: 'Your answers:',
    unconfirmed:
      'Saved with this address, and not confirmed as yours. It changes nothing, and is deleted after {unconfirmedResult}.',
    confirm: 'Yes, this is my result',
    sequence: 'Mails on a result: last step: {step}; next: {next}.',
    noStep: 'none yet',
    step: 'mail {n} of {of}',
    formerStep: 'a mail that is no longer part of it',
  },
  mails: {
    title: 'Mails',
    none: 'None.',
    sent: '{mail}, sent on {sent}.',
    waiting: '{mail}, made on {made}, waiting to be sent.',
    unsent: '{mail}, made on {made}, not sent.',
    unknown: '{mail}, made on {made}. Whether it arrived is not known.',
    names: {
      confirm: 'Confirm mail',
      listed: 'You are on the list',
      result: 'Question about a quiz result',
      welcome: 'Welcome mail',
      friend: 'A friend joined',
      reward: 'A reward is yours',
      turn: 'Your turn',
      sequence: 'Mail on a quiz result',
    },
    reports: {
      'hard-bounce': 'A mail came back on {at}: the address does not exist.',
      'soft-bounce': 'A mail came back on {at}: the mailbox took no mail.',
      complaint: 'A mail was reported as spam on {at}.',
      'out-of-office': 'An automatic reply came on {at}.',
      refusal: 'A mail server refused a mail on {at}, for a reason that is not about you.',
      account: 'A mail could not be delivered on {at}, for a reason of our own mail account.',
      unsubscribe: 'You left the list at our mail provider on {at}.',
    },
  },
  links: {
    title: 'Links in those mails',
    none: 'There are none.',
    text: '{count} issued. We keep a fingerprint of each, never the link itself.',
  },
  counts: {
    title: 'Counted without your address',
    text: 'How often parts of the page were seen, buttons pressed, popups and bars shown and closed, and how many people joined and confirmed by where they came from: numbers by the hour, without address or identifier. Nobody can tell from them what you did, so they stay when you erase everything.',
  },
  choices: {
    title: 'What you can do',
    download: 'Download all of it (JSON)',
    leave: 'Leave the list',
    remove: 'Take the address off',
    agree: 'Agree: write to me',
    renew: 'Agree to the current wording',
    agreeText: 'What you would agree to:',
    erase: 'Erase everything',
    silenced:
      'No mail goes to this address any more, and agreeing anew does not change that. Write to us if it should: the address stands under Privacy.',
  },
}

export const consentChange = {
  ask: {
    title: 'Agree again?',
    text: 'One press, and we may write to this address again. We record that you agreed to this:',
    button: 'I agree',
  },
  done: {
    title: 'Noted.',
    text: 'You agreed to e-mails about this launch. You can take that back at any time.',
  },
  already: {
    title: 'Noted already.',
    text: 'You are on the list and have agreed to the current wording. Nothing left to do.',
  },
  silenced: {
    title: 'No mail goes to it.',
    text: 'Mail to this address came back, was reported as unwanted, or was stopped by us. Agreeing anew does not change that.',
  },
}

/** QUIZ-9: `{type}` is the type's title, `{saved}` when the result was saved. */
export const resultChange = {
  ask: {
    title: 'Your result?',
    text: 'A quiz result was saved with this address on {saved}: {type}. If it was you, one press makes it yours: it counts as your type, and the mails about it follow.',
    button: 'Yes, this is my result',
  },
  done: {
    title: 'It is yours.',
    text: '{type}, saved on {saved}, is among your quiz results now.',
  },
  already: {
    title: 'It is yours.',
    text: '{type}, saved on {saved}, is among your quiz results already.',
  },
}

/** END-3: the pages of an address that asked for one mail. */
export const onceChange = {
  sent: {
    title: 'Check your mail.',
    text: 'We sent a link to this address. Open it and press its button; then one mail comes when the list opens again.',
  },
  ask: {
    title: 'One mail?',
    text: 'One press, and this address gets one mail when the list opens again. Then it is deleted. It does not put you on the list.',
    button: 'Tell me once',
  },
  confirmed: {
    title: 'Noted.',
    text: 'One mail comes when the list opens again. Then this address is deleted, and after {onceRequest} at the latest.',
    button: 'Delete my address now',
  },
  deleted: {
    title: 'Deleted.',
    text: 'Nothing is stored about this address here, and no mail comes.',
  },
}

export const erasure = {
  ask: {
    title: 'Erase everything?',
    text: 'The address, what you agreed to, [quiz: quiz results, ]mails and links are deleted at once, and nobody can bring them back. You leave the list with it.',
    button: 'Erase everything',
    keep: 'Keep everything',
  },
  done: {
    title: 'Erased.',
    text: 'Everything that was kept with your address is deleted. What stays is a keyed hash of the address: no name and no address can be read from it, and it stops an imported list from adding you again. A second keyed hash, for {mailboxes} at most, counts the mails that went to the mailbox. A backup made before holds the old state until it is deleted. What this browser had noted is deleted with it, what another one notes stays there.',
    whileOpen: 'You can join again at any time, like anyone new.',
  },
}
