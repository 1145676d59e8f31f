/** The small words: buttons, notices, errors, and the pages that stand beside the landing page. `{email}` and `{seconds}` are filled in. */

export const landing = { skip: 'Skip to the form', privacy: 'Privacy' }

/** A form's messages while the visitor types and submits. They ship with the form's code; its other words travel with the HTML. */
export const formMessages = {
  joining: 'Joining...',
  invalid: 'Please enter a valid email address',
  invalidTitle: 'Invalid email',
}

/** The text of the panel after a sign-up, by opt-in. It ships with the form's code too. */
export const joinedTexts = {
  double: 'A mail to {email} follows: open its link to confirm. Not there? Look in spam.',
  single: 'Joined as {email}. Check your email for exclusive access details.',
}

export const form = {
  /** FORM-9: the line that replaces a form after a sign-up. `next` is hidden once the browser has confirmed. */
  joined: { text: 'You are in.', next: 'Confirm your mail.' },
  another: 'Use another address',
  notStoredTitle: 'Not stored yet',
  notStored:
    'We could not store your address just now. It is still in the field: send it again in a few seconds.',
  busyTitle: 'One moment',
  busy: 'Too many sign-ups came from your network. Your address is still in the field: send it again in {seconds} seconds.',
  trap: 'Leave this field empty',
}

export const debugBadge = { label: 'Debug', text: 'Anti-Black-Space: ACTIVE' }

/** QUIZ-4, 7 and 8: the result dialog is Dutch in every campaign. */
export const quizResult = {
  lang: 'nl',
  complete: 'Diagnose compleet',
  bottleneck: 'Bottleneck gedetecteerd',
  solution: 'Gepersonaliseerde oplossing',
  back: 'Terug naar de quiz',
  placeholder: 'Je e-mailadres',
  cta: 'Stuur mijn protocol',
  saved: 'Quiz voltooid! Je personalized protocol wordt naar je email gestuurd.',
  failedTitle: 'Error',
  failed: 'Er ging iets mis. Probeer het opnieuw.',
  /** while a save that failed is sent again: its new form token has to be two seconds old */
  retrying: 'We versturen het opnieuw. Dat duurt een paar seconden, als bescherming tegen bots.',
  notSaved:
    'Je resultaat is nog niet bewaard. Je antwoorden en je adres staan er nog: verstuur het formulier over een paar seconden nog eens.',
  former: 'Vorige vraag',
}

/** FX-8 */
export const pause = 'Pause live updates'

export const bars = { label: 'Sign-up bar', minimize: 'Minimize', restore: 'Restore' }

export const notices = { label: 'Notices', recent: 'Recent sign-up', close: 'Close' }

/** FLOW-4 */
export const loading = 'Loading content...'

export const failed = {
  title: 'Something went wrong',
  section: 'Section: {section}',
  again: 'Try Again',
}

export const unexpected = {
  title: 'Unexpected Application Error!',
  text: 'Something broke on our side, not on yours. Nothing that you sent before is lost. Try again in a minute.',
  home: 'Return to Home',
  request: 'Request {request}',
}

export const notFound = { title: '404', text: 'Oops! Page not found', home: 'Return to Home' }

export const confirm = {
  ask: {
    title: 'Confirm your spot.',
    text: 'One press, and your spot on the list is yours.',
    button: 'Confirm my spot',
  },
  done: {
    title: 'You are in.',
    text: 'Your spot is confirmed. The mystery bonus stack is added within 24 hours, and we write when early access opens.',
  },
  already: {
    title: 'Confirmed already.',
    text: 'Your spot is yours. There is nothing more to do.',
  },
}

export const unsubscribe = {
  ask: {
    title: 'Leave the list?',
    text: 'One press, and we send nothing further to this address.',
    button: 'Leave the list',
  },
  remove: {
    title: 'Remove this address?',
    text: 'It was entered on our page and never confirmed. One press, and we send nothing further to it.',
    button: 'Remove this address',
  },
  removed: {
    title: 'Removed.',
    text: 'No further mail goes to this address. It is deleted within 30 days, but for a keyed hash: nobody can read the address from it, and it keeps a list that is brought in from entering it again.',
  },
  done: {
    title: 'You have left.',
    text: 'No further mail goes to this address. To come back, join again on the home page.',
  },
  already: {
    title: 'You have left already.',
    text: 'This address is not on the list, and no mail goes to it.',
  },
}

export const linkUnknown = {
  title: 'This link does not work.',
  text: 'It may be too old, or cut short by the mail program. Copy the whole link from the mail, or join again on the home page: a new mail follows.',
}

export const tryLater = {
  title: 'Not now.',
  text: 'Nothing is lost, and your link stays good. Our store does not answer at the moment: try again in a few seconds.',
  again: 'Try again',
}

export const home = 'Return to Home'
