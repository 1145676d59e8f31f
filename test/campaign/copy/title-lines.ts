import type { TitleLine } from '#contract/campaign.ts'

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
  'This link does not work.': [
    { text: 'This link', width: 'narrow', fit: 39.2 },
    { text: 'does not work.', width: 'narrow', fit: 22.5 },
  ],
  'Not just now.': [{ text: 'Not just now.', width: 'narrow', fit: 25.7 }],
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
  'Erased.': [{ text: 'Erased.', width: 'narrow', fit: 43.3 }],
  'About you.': [{ text: 'About you.', width: 'narrow', fit: 31 }],
}
