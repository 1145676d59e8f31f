import type { LineCopy } from '#contract/line/copy.ts'

/** Left out with the line. */
export const linePrivacy: LineCopy['privacy'] = {
  title: 'The line',
  paragraphs: [
    'Of each confirmed person: the number of the confirmation, a link of their own with its code, up to {placesInWords} places with their times, [rewards: the rewards reached, ]and the spots held in waves, of whose codes we keep a fingerprint. If you came by a friend’s link: that you did and whose it was, so that you count for them once. They see a number, never who.',
    'A first name on your link only if you type one for that purpose; it is in no email, and goes when you remove it. If you ask a device to remember you, one cookie with your encrypted number stays there for {deviceInWords}, or until you have it forgotten. How often own links are shared by the buttons and links beside them is counted as numbers by the hour, without address or identifier.',
    'A keyed fingerprint of the network that a confirmation came from is kept for {lineNetworks}, apart from the person, so that nobody counts their own addresses as friends. The last {placesInWords} places are kept, older ones are deleted. After you leave, number, places and friends are kept for {returnTime}, in case you come back, and are then deleted; [rewards: link and rewards stay][no rewards: the link stays] with your address until you erase it. Erasing deletes all of it at once; of a spot in a wave its place and times stay, without you.',
  ],
}
