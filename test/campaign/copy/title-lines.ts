import type { TitleLine } from '#contract/title-line.ts'

/**
 * How the titles of the pages beside the landing page fill the width of their column, line by line.
 * `fit` is the font size in percent of that width; styles/standalone.css has a rule for each. A
 * title that is missing here is set like any other.
 */
export const titleLines: Readonly<Record<string, readonly TitleLine[]>> = {
  'Confirm your spot.': [
    { text: 'Confirm', width: 'narrow', fit: 40.9 },
    { text: 'your spot.', width: 'narrow', fit: 34.1 },
  ],
  'You are in.': [{ text: 'You are in.', width: 'narrow', fit: 31.5 }],
  'Already confirmed.': [
    { text: 'Already', width: 'narrow', fit: 43.2 },
    { text: 'confirmed.', width: 'narrow', fit: 30.5 },
  ],
  'Leave the list?': [{ text: 'Leave the list?', width: 'narrow', fit: 22.8 }],
  'Remove this address?': [
    { text: 'Remove this', width: 'wide', fit: 13.8 },
    { text: 'address?', width: 'narrow', fit: 35.7 },
  ],
  'Removed.': [{ text: 'Removed.', width: 'narrow', fit: 32.4 }],
  'You have left.': [{ text: 'You have left.', width: 'narrow', fit: 24.5 }],
  "You've already left.": [
    { text: "You've", width: 'narrow', fit: 49.8 },
    { text: 'already left.', width: 'narrow', fit: 28 },
  ],
  'No such link. Use the next mail.': [
    { text: 'No such link.', width: 'wide', fit: 13.7 },
    { text: 'Use the', width: 'narrow', fit: 43.6 },
    { text: 'next mail.', width: 'narrow', fit: 33.7 },
  ],
  'Not just now.': [{ text: 'Not just now.', width: 'narrow', fit: 25.7 }],
  'Try again tomorrow.': [
    { text: 'Try again', width: 'narrow', fit: 35.7 },
    { text: 'tomorrow.', width: 'narrow', fit: 30.5 },
  ],
  'Unexpected Application Error!': [
    { text: 'Unexpected', width: 'wide', fit: 14 },
    { text: 'Application', width: 'narrow', fit: 28.9 },
    { text: 'Error!', width: 'narrow', fit: 58.1 },
  ],
  '404': [{ text: '404', width: 'narrow', fit: 56.4 }],
  'Agree again?': [{ text: 'Agree again?', width: 'narrow', fit: 25 }],
  'Noted.': [{ text: 'Noted.', width: 'narrow', fit: 49.5 }],
  'Noted already.': [{ text: 'Noted already.', width: 'narrow', fit: 22.8 }],
  'No mail goes to it.': [
    { text: 'No mail', width: 'narrow', fit: 42.9 },
    { text: 'goes to it.', width: 'narrow', fit: 34.3 },
  ],
  'Erase everything?': [
    { text: 'Erase', width: 'narrow', fit: 57.3 },
    { text: 'everything?', width: 'narrow', fit: 28.5 },
  ],
  'Your result?': [{ text: 'Your result?', width: 'narrow', fit: 24.5 }],
  'It is yours.': [{ text: 'It is yours.', width: 'narrow', fit: 28 }],
  'Erased.': [{ text: 'Erased.', width: 'narrow', fit: 43.3 }],
  'Check your mail.': [
    { text: 'Check', width: 'narrow', fit: 51 },
    { text: 'your mail.', width: 'narrow', fit: 34.1 },
  ],
  'One mail?': [{ text: 'One mail?', width: 'narrow', fit: 32.2 }],
  'Deleted.': [{ text: 'Deleted.', width: 'narrow', fit: 39.2 }],
  'Focus Optimizer': [
    { text: 'Focus', width: 'wide', fit: 28.2 },
    { text: 'Optimizer', width: 'narrow', fit: 33.8 },
  ],
  'Energy Maximizer': [
    { text: 'Energy', width: 'wide', fit: 24.5 },
    { text: 'Maximizer', width: 'narrow', fit: 31 },
  ],
  'Stress Optimizer': [
    { text: 'Stress', width: 'wide', fit: 26.8 },
    { text: 'Optimizer', width: 'narrow', fit: 33.8 },
  ],
  'Motivation Catalyst': [
    { text: 'Motivation', width: 'wide', fit: 16.5 },
    { text: 'Catalyst', width: 'narrow', fit: 40.2 },
  ],
  'About you.': [{ text: 'About you.', width: 'narrow', fit: 31 }],
}
