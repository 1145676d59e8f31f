import type { DeclaredCampaign } from '#campaign/compose.ts'

/**
 * The rules of the line. Once people wait, `npm run line -- rules` changes perFriend and cap: here
 * they then follow.
 */
export const line: DeclaredCampaign['line'] = {
  terms: {
    perFriend: 25,
    cap: 10,
    holdHours: 48,
    returnDays: 30,
    rulingDays: 7,
    rewards: [
      {
        friends: 1,
        name: 'AI beta access',
        line: 'One friend who confirms, and it is yours.',
        limit: null,
      },
      {
        friends: 3,
        name: '{legacyPackName}',
        line: 'A numbered pack from a second {legacyPack}.',
        limit: 500,
        alsoBy: 'legacyPack',
      },
      {
        friends: 10,
        name: 'Founding status',
        line: 'Even after the first {founding} are gone.',
        limit: null,
        alsoBy: 'founding',
      },
    ],
  },
}
