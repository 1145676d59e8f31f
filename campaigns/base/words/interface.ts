import type { AddressFault } from '#contract/address/address.ts'

/**
 * The small words: buttons, notices, errors, and the pages that stand beside the landing page.
 * `{email}` and `{seconds}` are filled in.
 */

/** The part of the privacy page whose sentences stand beside each declaration of personal data. */
export const privacyWords = { kept: 'Kept with your address' }

/** LANG-5: in the place of who keeps the addresses, until the campaign says it. */
export const contactBlanks = {
  name: '[your name]',
  address: '[your address]',
  email: '[your email]',
}

export const landing = { skip: 'Skip to the form', privacy: 'Privacy' }

/**
 * A form's messages while the visitor types and submits. They ship with the form's code; its other
 * words travel with the HTML.
 */
export const formMessages = {
  lang: 'en',
  joining: 'Joining...',
  invalid: 'Please enter a valid email address',
  invalidTitle: 'Invalid email',
}

/**
 * FORM-2: below `formMessages.invalid`, in its language: why an address that looks right cannot
 * receive mail. `{character}` is the first one that does not belong there.
 */
export const wrongAddress: Record<AddressFault['fault'], string> = {
  invisible: 'There is an invisible character in it. Type it instead of pasting it.',
  localCharacter: 'The part before the @ cannot contain “{character}”.',
  localEdge: 'The part before the @ cannot begin or end with a dot.',
  twoDots: 'There are two dots in a row.',
  tooLong: 'It is longer than 254 characters.',
  localTooLong: 'The part before the @ is longer than 64 characters.',
  ipAddress: 'The part after the @ is an IP address. Use a name such as example.com.',
  hostCharacter: 'The part after the @ cannot contain “{character}”.',
  hostHyphen: 'No name after the @ can begin or end with a hyphen.',
  hostDot: 'The part after the @ cannot begin with a dot.',
  hostTooLong: 'A name after the @ is longer than 63 characters.',
  hostNumber: 'The part after the @ cannot end in a number.',
}

/** The text of the panel after a sign-up, by opt-in, and the words before its button. */
export const joinedTexts = {
  double: {
    text: 'Confirm in the email we sent to {email}, and the spot is yours.',
    help: 'Nothing there? Look in spam, or',
    another: 'use another address',
  },
  single: { text: 'You’re on the list as {email}.', help: '', another: 'Use another address' },
}

export const form = {
  /**
   * FORM-9: the line that replaces a form after a sign-up. `next` is hidden once the browser has
   * confirmed.
   */
  joined: { text: 'You’re in.', next: 'Now confirm by email.' },
  another: 'Use another address',
  notStoredTitle: 'Not saved yet',
  notStored:
    'We couldn’t save your address just now. It’s still in the field: try again in a few seconds.',
  busyTitle: 'One moment',
  busy: 'Too many sign-ups from your network. Your address is still in the field: try again in {seconds} seconds.',
  trap: 'Leave this field empty',
}

/** Above a plain form that a page of another site has sent: it can be sent again from here. */
export const formFromElsewhere = {
  title: 'Send it from here',
  text: 'This form came from a page of another site, so nothing was saved. Your address is still in the field: check it and press the button.',
}

export const debugBadge = { label: 'Debug', text: 'Anti-Black-Space: ACTIVE' }

/** FX-8: the control that stops all motion and all changing figures. */
export const pause = 'Pause live updates'

export const bars = { label: 'Sign-up bar', minimize: 'Minimize', restore: 'Restore' }

/** The bar of a list that is paused, closed or launched. */
export const endBar = { label: 'What is next', fold: 'Fold or unfold' }

export const notices = { label: 'Notices', recent: 'Recent sign-up', close: 'Close' }

/** FLOW-4: in the place of the part at the end of the page that loads late. */
export const loading = 'Loading content...'

export const failed = {
  title: 'Something went wrong',
  section: 'Section: {section}',
  again: 'Try Again',
}

export const notFound = {
  title: '404',
  text: 'Oops! Page not found',
  home: 'Return to Home',
  level: 'Nothing at this address',
}

export const confirm = {
  ask: {
    title: 'Confirm your spot.',
    text: 'One click and the spot is yours.',
    button: 'Confirm my spot',
    level: 'Confirm, and the level rises by one',
  },
  done: {
    title: 'You are in.',
    text: 'Your spot is confirmed.',
    whileOpen: 'We’ll email you when early access opens.',
    level: 'The last dot is you',
  },
  already: {
    title: 'Already confirmed.',
    text: 'Your spot is yours. Nothing left to do.',
    level: 'One of these dots is you',
  },
}

export const unsubscribe = {
  ask: {
    title: 'Leave the list?',
    text: 'One click and this address gets no more email.',
    button: 'Leave the list',
    level: 'Leave, and it falls by one',
  },
  remove: {
    title: 'Remove this address?',
    text: 'It was entered on our page and never confirmed. One click and it gets no more email.',
    button: 'Remove this address',
  },
  removed: {
    title: 'Removed.',
    text: 'We send no more email to this address. It is deleted within {unconfirmed}. What stays is a keyed hash: nobody can read the address from it, and it stops an imported list from adding you again.',
  },
  done: {
    title: 'You have left.',
    text: 'We send no more email to this address.',
    whileOpen: 'To come back, join again on the home page.',
  },
  already: {
    title: 'You’ve already left.',
    text: 'This address isn’t on the list and gets no email.',
  },
}

/** Below the title of a mailed link's page: `{email}` is the masked address that it acts for. */
export const forAddress = 'For {email}'

export const linkUnknown = {
  chip: 'This link does not work',
  title: 'This link is old. Open the latest email.',
  level: 'Nothing here',
  text: 'It expired, or your mail app cut it short: copy the whole link.',
  whileOpen: 'Or join again for a new one.',
  /** where the campaign gives places: after the text, and below the level */
  place: { text: 'If you have a place, you keep it.', level: 'No place to show' },
}

export const tryLater = {
  title: 'Not just now.',
  text: 'Nothing is lost and your link still works. Our database isn’t answering: try again in a few seconds.',
  again: 'Try again',
}

/** Where something was repeated too often (contract/promises/promises.ts). */
export const tryTomorrow = {
  title: 'Try again tomorrow.',
  texts: {
    return:
      'This address came back to the list {repeats} times within {repeatTime}. It is off the list now, and nothing is lost: the same link works again tomorrow.',
    'new-link':
      'This link was renewed {repeats} times within {repeatTime}. The newest one works, and you can renew it again tomorrow.',
    news: 'Emails about friends were turned on {repeats} times within {repeatTime}. They are off now, and you can turn them on again tomorrow.',
  },
}

export const home = 'Return to Home'

/** The small link below the next step. */
export const backToPage = 'Back to the page'
