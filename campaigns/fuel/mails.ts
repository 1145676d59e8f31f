import type { DeclaredCampaign } from '#campaign/compose.ts'

/** What the mails of the Fuel Protocol say in their own words. */
export const mails: DeclaredCampaign['mails'] = {
  sender: null,
  listed: {
    paragraphs: [
      'This address was entered again on the {brand} page. Your spot is confirmed already, so there is nothing to do.',
      'We write about this launch only. If you saved a quiz result, its protocol comes too.',
    ],
  },
  welcome: {
    paragraphs: [
      'Welcome to the elite. Your spot on the {brand} list is yours. Here are the details that we promised.',
    ],
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
  },
  sequence: {
    lang: 'nl',
    place: 'mail {n} van {of}',
    why: 'Je krijgt deze mail omdat de performance-quiz van {brand} is opgeslagen met {email}.',
    leave: 'Uitschrijven',
    kept: 'Bekijk, wijzig of wis wat we bewaren',
  },
}
