import type { DeclaredCampaign } from '#campaign/compose.ts'

export const mails: DeclaredCampaign['mails'] = {
  sender: '{name}, {email}',
  confirm: {
    paragraphs: [
      'Je vroeg om early access tot het {brand}. De knop opent een pagina; één druk daar bevestigt dit adres.',
    ],
    quiz: 'Met dit adres is de quiz gedaan. Het resultaat: {type}. Het protocol daarbij volgt zodra het adres is bevestigd.',
  },
  result: {
    paragraphs: [
      'Met dit adres is een quizresultaat opgeslagen: {type}. We kunnen niet zien of jij dat was, dus het verandert nog niets.',
      'Was jij het, zeg dat dan op de pagina die deze knop opent. Dan geldt het resultaat als dat van jou, en volgt het protocol.',
    ],
  },
  listed: {
    paragraphs: [
      'Dit adres is opnieuw ingevuld op de pagina van {brand}. Je plek was al bevestigd.',
      'We schrijven alleen over deze lancering.[quiz:  Bewaarde je een quizresultaat, dan komt het protocol daarvan ook.]',
    ],
  },
  welcome: {
    paragraphs: [
      'Welkom bij de elite. Je plek op de lijst van {brand} is van jou. Dit levert die je op.',
    ],
    quiz: 'Je deed ook de quiz: {type}. Het protocol daarbij volgt in een eigen mail.',
    details: [
      {
        name: 'Early access',
        text: '{invitations} uitnodigingen, {invitationsMonthsAhead} maanden vóór de publieke lancering.',
      },
      {
        name: 'Mystery bonus stack',
        text: 'Komt binnen {bonusStack} na je aanmelding bij je plek. Je hoeft niets te doen.',
      },
      { name: '{legacyPackName}', text: 'Alleen voor de eerste {legacyPack}.' },
      { name: 'Founding status', text: 'Gaat naar de eerste {founding}.' },
    ],
    noQuiz:
      'Terwijl je wacht: vier vragen vinden je sterkste systeem, en het systeem dat het eerst inzakt.',
  },
  sequence: {
    place: 'mail {n} van {of}',
    why: 'Je krijgt deze mail omdat de performance-quiz van {brand} is opgeslagen met {email}.',
    leave: 'Uitschrijven',
    kept: 'Je gegevens: bekijken, wijzigen, wissen',
  },
  letterStarts: {
    here: {
      body: `# Het is er.

Het {brand} ligt in de shop. Tot **{until}** is die alleen open voor de lijst; daarna voor iedereen.

Je code: **{code|niet nodig, de shop kent je adres}**

[Naar de shop]({shop})

Hiervoor meldde je je aan, dus dit is de laatste mail over de lancering. De lijst wordt gewist op {erased}; wat je koopt, is tussen jou en de shop.`,
    },
  },
}
