import type { DeclaredCampaign } from '#campaign/compose.ts'

/** What the mails of the Fuel Protocol say in their own words. */
export const mails: DeclaredCampaign['mails'] = {
  sender: null,
  confirm: {
    paragraphs: [
      'Someone, we hope you, asked for early access to the {brand} with this address. Confirm it on the page this button opens.',
      'Early-access details go to confirmed addresses only.',
    ],
    quiz: 'The quiz was taken with this address. Its result: {type}. The protocol for it follows once the address is confirmed.',
  },
  result: {
    paragraphs: [
      'A quiz result was saved with this address: {type}. We cannot see that it was you, so it changes nothing yet.',
      'If it was you, say so on the page this button opens. The result then counts as yours, and its protocol follows.',
    ],
  },
  listed: {
    paragraphs: [
      'This address was entered again on the {brand} page. Your spot is confirmed already, so there is nothing to do.',
      'We write about this launch only.[quiz:  If you saved a quiz result, its protocol comes too.]',
    ],
  },
  welcome: {
    paragraphs: [
      'Welcome to the elite. Your spot on the {brand} list is yours. Here are the details that we promised.',
    ],
    quiz: 'You also took the quiz: {type}. The protocol for it follows in a mail of its own.',
    details: [
      {
        name: 'Early access',
        text: '{invitations} invitations, {invitationsMonthsAhead} months ahead of the public launch.',
      },
      {
        name: 'Mystery bonus stack',
        text: 'Added to your spot within {bonusStack} of joining. There is nothing to do for it.',
      },
      { name: '{legacyPackName}', text: 'For the first {legacyPack} only.' },
      { name: 'Founding status', text: 'Goes to the first {founding}.' },
    ],
    noQuiz:
      'While you wait: four questions find your strongest system, and the one that gives way first.',
  },
  sequence: {
    place: 'mail {n} of {of}',
    why: 'You get this email because the {brand} performance quiz was saved with {email}.',
    leave: 'Leave the list',
    kept: 'See, change or erase what we keep',
  },
  letterStarts: {
    here: {
      body: `# It is here.

The {brand} is in the shop. Until **{until}** it is open to the list alone; then to everybody.

Your code: **{code|none, the shop knows your address}**

[Go to the shop]({shop})

This is what you joined for, so it is the last mail about the launch. The list is erased on {erased}; what you buy is between you and the shop.`,
    },
  },
}
