import type { Placement } from '#contract/people/waitlist.ts'
/**
 * What a link in each mail opens: what is kept about somebody. The words are the same for every
 * campaign; times in braces are filled in.
 */
export const me = {
  title: 'About you.',
  intro:
    'Everything we keep about {email}, as of now. Times are those of {zone}. Anyone with this link can see and change it, so don’t forward the email.',
  states: {
    unconfirmed:
      'Entered on {joined} and not confirmed. It gets confirmation emails only, and is deleted after {unconfirmed}.',
    confirmed: 'On the list. Entered on {joined}, confirmed on {confirmed}.',
    unsubscribed: 'Off the list since {left}. It gets no email.',
    bounced: 'Gets no email: ours bounced. Entered on {joined}.',
    complained: 'Gets no email: one of ours was reported as spam. Entered on {joined}.',
    suppressed: 'Gets no email, whoever enters it. Entered on {joined}.',
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
  referrer: 'You came from {referrer}.',
  imported: 'It was imported with a list on {imported}.',
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
    text: 'Our emails and your pages are in {language}.',
    chosen: 'You chose it on {chosen}.',
  },
  consents: {
    title: 'What you agreed to',
    none: 'Nothing on record.',
    given: '{given}, through {placement}, version {version}.',
    imported: '{given}, through {placement}, version {version}: {source}.',
    unworded: 'Its wording was not imported.',
  },
  offers: {
    title: 'What you were granted',
    none: 'Nothing yet.',
    numbered: '{name}, number {number}, granted on {granted}.',
    granted: '{name}, granted on {granted}.',
  },
  quiz: {
    title: 'Quiz results',
    none: 'No quiz result.',
    result: '{type}, saved on {saved}.',
    scores: 'Scores: {scores}.',
    answers: 'Your answers:',
    unconfirmed:
      'Saved with this address, and not confirmed as yours. It changes nothing, and is deleted after {unconfirmedResult}.',
    confirm: 'Yes, this is my result',
    sequence: 'Emails about a result: last step: {step}; next: {next}.',
    noStep: 'none yet',
    step: 'email {n} of {of}',
    formerStep: 'an email that is no longer part of it',
  },
  mails: {
    title: 'Emails',
    none: 'No emails.',
    sent: '{mail}, sent on {sent}.',
    waiting: '{mail}, made on {made}, waiting to be sent.',
    unsent: '{mail}, made on {made}, not sent.',
    unknown: '{mail}, made on {made}. Whether it arrived is not known.',
    names: {
      confirm: 'Confirmation email',
      listed: 'You are on the list',
      result: 'Question about a quiz result',
      welcome: 'Welcome email',
      friend: 'A friend joined',
      reward: 'A reward is yours',
      turn: 'Your turn',
      sequence: 'Email about a quiz result',
    },
    reports: {
      'hard-bounce': 'An email came back on {at}: the address does not exist.',
      'soft-bounce': 'An email came back on {at}: the mailbox took no mail.',
      complaint: 'An email was reported as spam on {at}.',
      'out-of-office': 'An automatic reply came on {at}.',
      refusal: 'A mail server refused an email on {at}, for a reason that is not about you.',
      account: 'An email could not be delivered on {at}, because of our own mail account.',
      unsubscribe: 'You left the list through our email provider on {at}.',
    },
  },
  links: {
    title: 'Links in those emails',
    none: 'No links.',
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
    agree: 'Agree: email me',
    renew: 'Agree to the current wording',
    agreeText: 'What you would agree to:',
    erase: 'Erase everything',
    silenced:
      'This address gets no more email, and agreeing again does not change that. If it should, write to us: our address is under Privacy.',
  },
}

export const consentChange = {
  ask: {
    title: 'Agree again?',
    text: 'One click and we may email this address again. We record that you agreed to this:',
    button: 'I agree',
  },
  done: {
    title: 'Done.',
    text: 'You agreed to emails about this launch. You can take that back at any time.',
  },
  already: {
    title: 'Already done.',
    text: 'You are on the list and have agreed to the current wording. Nothing left to do.',
  },
  silenced: {
    title: 'It gets no email.',
    text: 'Email to this address came back, was reported as unwanted, or was stopped by us. Agreeing again does not change that.',
  },
}

/** QUIZ-9: `{type}` is the type's title, `{saved}` when the result was saved. */
export const resultChange = {
  ask: {
    title: 'Your result?',
    text: 'A quiz result was saved with this address on {saved}: {type}. If it was you, one click makes it yours: it counts as your type, and the emails about it follow.',
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
    title: 'Check your email.',
    text: 'We sent a link to this address. Open it and press the button; then one email comes when the list opens again.',
  },
  ask: {
    title: 'One email?',
    text: 'One click and this address gets one email when the list opens again. Then it is deleted. This won’t put you on the list.',
    button: 'Tell me once',
  },
  confirmed: {
    title: 'Done.',
    text: 'One email comes when the list opens again. Then this address is deleted, and after {onceRequest} at the latest.',
    button: 'Delete my address now',
  },
  deleted: {
    title: 'Deleted.',
    text: 'Nothing is stored about this address here, and no email comes.',
  },
}

export const erasure = {
  ask: {
    title: 'Erase everything?',
    text: 'Your address, what you agreed to, [quiz: quiz results, ]emails and links are deleted at once, and nobody can bring them back. You also leave the list.',
    button: 'Erase everything',
    keep: 'Keep everything',
  },
  done: {
    title: 'Erased.',
    text: 'Everything that was kept with your address is deleted. What stays is a keyed hash of the address: no name and no address can be read from it, and it stops an imported list from adding you again. A second keyed hash, for {mailboxes} at most, counts the emails that went to the mailbox. A backup made before holds the old state until it is deleted. What this browser had noted is deleted too; what another one notes stays there.',
    whileOpen: 'You can join again at any time, like anyone new.',
  },
}
