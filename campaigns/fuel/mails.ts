import type { DeclaredCampaign } from '#campaign/compose.ts'

/** What the mails of the Fuel Protocol say in their own words. */
export const mails: DeclaredCampaign['mails'] = {
  sender: '{name}, {email}',
  confirm: {
    paragraphs: [
      'You asked for early access to the {brand}. The button opens a page; one press there confirms this address.',
    ],
    quiz: 'The quiz was taken with this address. Its result: {type}. The protocol for it follows once the address is confirmed.',
  },
  result: {
    paragraphs: [
      'A quiz result was saved with this address: {type}. We cannot tell if it was you, so it changes nothing yet.',
      'If it was you, say so on the page this button opens. The result then counts as yours, and its protocol follows.',
    ],
  },
  listed: {
    paragraphs: [
      'This address was entered again on the {brand} page. Your spot is confirmed already.',
      'We write about this launch only.[quiz:  If you saved a quiz result, its protocol comes too.]',
    ],
  },
  welcome: {
    paragraphs: [
      'Welcome to the elite. Your spot on the {brand} list is yours. Here is what that gets you.',
    ],
    quiz: 'You also took the quiz: {type}. The protocol for it follows in an email of its own.',
    details: [
      {
        name: 'Early access',
        text: '{invitations} invitations, {invitationsMonthsAhead} months ahead of the public launch.',
      },
      {
        name: 'Mystery bonus stack',
        text: 'Added to your spot within {bonusStack} of joining. Nothing to do.',
      },
      { name: '{legacyPackName}', text: 'For the first {legacyPack} only.' },
      { name: 'Founding status', text: 'Goes to the first {founding}.' },
    ],
    noQuiz:
      'While you wait: four questions find your strongest system, and the one that gives way first.',
  },
  sequence: {
    place: 'email {n} of {of}',
    why: 'You get this email because the {brand} performance quiz was saved with {email}.',
    leave: 'Leave the list',
    kept: 'Your data: see, change, erase',
  },
  letterStarts: {
    here: {
      body: `# It is here.

The {brand} is in the shop. Until **{until}** it is open to the list alone; then to everybody.

Your code: **{code|none, the shop knows your address}**

[Go to the shop]({shop})

This is what you joined for, so it is the last email about the launch. The list is erased on {erased}; what you buy is between you and the shop.`,
    },
  },
}
