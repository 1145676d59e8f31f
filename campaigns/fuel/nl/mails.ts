import type { DeclaredCampaign } from '#campaign/compose.ts'

export const mails: DeclaredCampaign['mails'] = {
  listed: {
    paragraphs: [
      'Dit adres is opnieuw ingevuld op de pagina van {brand}. Je plek was al bevestigd, dus je hoeft niets te doen.',
      'We schrijven alleen over deze lancering. Bewaarde je een quizresultaat, dan komt het protocol daarvan ook.',
    ],
  },
  welcome: {
    paragraphs: [
      'Welkom bij de elite. Je plek op de lijst van {brand} is van jou. Dit is wat we je beloofden.',
    ],
    details: [
      {
        name: 'Early access',
        text: '{invitations} uitnodigingen, {invitationsMonthsAhead} maanden vóór de publieke lancering.',
      },
      {
        name: 'Mystery bonus stack',
        text: 'Komt binnen {bonusStack} na je aanmelding bij je plek. Je hoeft er niets voor te doen.',
      },
      { name: '{legacyPackName}', text: 'Alleen voor de eerste {legacyPack}.' },
      { name: 'Founding status', text: 'Gaat naar de eerste {founding}.' },
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
