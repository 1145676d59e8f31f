import type { mails as english } from '../en/mails.ts'

export const mails: typeof english = {
  confirm: {
    subject: 'Bevestig je plek op de lijst van {brand}',
    preview: 'Open de link, druk op de knop, en je plek is van jou.',
    title: 'Nog één stap.',
    paragraphs: [
      'Iemand, hopelijk jij, vroeg met dit adres om early access tot {brand}. Bevestig het op de pagina die deze knop opent.',
      'Alles over early access gaat alleen naar bevestigde adressen.',
    ],
    quiz: 'Met dit adres is de quiz gedaan. Het resultaat: {type}. De mails daarover volgen zodra het adres is bevestigd.',
    button: 'Bevestig mijn plek',
    ignore:
      'Was jij dit niet, doe dan niets: zonder bevestiging sta je niet op de lijst, en wordt dit adres na {unconfirmed} gewist.',
    remove: 'Niet van jou? Verwijder dit adres',
  },
  listed: {
    subject: 'Je staat op de lijst van {brand}',
    preview: 'Je hoeft niets te doen. Je plek is bevestigd.',
    title: 'Je staat op de lijst.',
    paragraphs: [
      'Dit adres is opnieuw ingevuld op de pagina van {brand}. Je plek was al bevestigd, dus je hoeft niets te doen.',
      'We schrijven alleen over deze lancering.',
    ],
    button: 'Bekijk je pagina',
  },
  result: {
    subject: 'Is dit quizresultaat van jou?',
    preview: 'Iemand sloeg er een op met dit adres. Het telt zodra jij dat zegt.',
    title: 'Is het van jou?',
    paragraphs: [
      'Met dit adres is een quizresultaat opgeslagen: {type}. We kunnen niet zien of jij dat was, dus het verandert nog niets.',
      'Was jij het, zeg dat dan op de pagina die deze knop opent. Dan geldt het resultaat als dat van jou, en volgen de mails daarover.',
    ],
    button: 'Ja, dit is mijn resultaat',
    ignore: 'Was jij het niet, doe dan niets: het resultaat wordt na {unconfirmedResult} gewist.',
  },
  welcome: {
    subject: 'Je bent erbij: je early access bij {brand}',
    preview: 'Waar je plek voor staat, wanneer early access opengaat, en hoe het verdergaat.',
    title: 'Je bent erbij.',
    paragraphs: ['Je plek op de lijst van {brand} is van jou. Hier staat wat die inhoudt.'],
    details: [{ name: 'Early access', text: 'Je hoort van ons vóór alle anderen.' }],
    next: {
      title: 'Hoe het verdergaat',
      text: 'We schrijven naar dit adres als early access opengaat. Tot dan blijft je plek zoals hij is.',
    },
    quiz: 'Je deed ook de quiz: {type}. De mails daarover volgen.',
    noQuiz: 'Terwijl je wacht: doe de quiz, en zie welk type je bent.',
    button: 'Vind mijn type',
  },
  onceConfirm: {
    subject: 'Eén mail als de lijst van {brand} weer opengaat?',
    preview: 'Open de link, druk op de knop, en er komt één mail.',
    title: 'Nog één stap.',
    paragraphs: [
      'Iemand, hopelijk jij, vroeg ons om {email} één keer te schrijven: als de lijst van {brand} weer opengaat. Bevestig het op de pagina die deze knop opent. Je komt er niet mee op de lijst.',
    ],
    button: 'Mail me één keer',
    note: 'Was jij dit niet, doe dan niets: dit adres wordt na {unconfirmed} gewist. Na de bevestiging kan de pagina van de knop het ook meteen wissen.',
  },
  once: {
    subject: 'De lijst van {brand} is weer open',
    preview: 'Je vroeg ons het je één keer te laten weten. Dit is die mail.',
    title: 'De lijst is weer open.',
    paragraphs: [
      'Je vroeg ons het je één keer te laten weten als de lijst weer opengaat. Dat is nu.',
    ],
    button: 'Open de pagina',
    note: '{email} vroeg om deze ene mail. Er volgt geen andere: het adres wordt nu gewist. Je staat niet op de lijst, tenzij je je aanmeldt.',
  },
  footer: {
    why: 'Je krijgt deze mail omdat {email} is ingevuld voor de wachtlijst van {brand}.',
    leave: 'Uitschrijven',
    kept: 'Bekijk, wijzig of wis wat we bewaren',
  },
  sender: '{name}, {address}, {email}',
  letterStarts: {
    here: {
      name: 'Het is er',
      subject: 'Het is er',
      preview: 'Open voor de lijst tot {until}.[line:  Je code staat erin.]',
      body: `# Het is er.

{brand} ligt in de shop. Tot **{until}** is die alleen open voor de lijst; daarna voor iedereen.

[line: Je code: **{code|niet nodig, de shop kent je adres}**

][Naar de shop]({shop})

Hiervoor meldde je je aan, dus dit is de laatste mail over de lancering. De lijst wordt gewist op {erased}; wat je koopt, is tussen jou en de shop.`,
    },
  },
  sequence: {
    place: 'mail {n} van {of}',
    why: 'Je krijgt deze mail omdat de quiz van {brand} is opgeslagen met {email}.',
    leave: 'Uitschrijven',
    kept: 'Bekijk, wijzig of wis wat we bewaren',
  },
}
