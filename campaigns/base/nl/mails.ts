import type { mails as english } from '../en/mails.ts'

export const mails: typeof english = {
  confirm: {
    subject: 'Bevestig je plek op de lijst van {brand}',
    preview: 'Open de link, druk op de knop, en je plek is van jou.',
    title: 'Nog één stap.',
    paragraphs: [
      'Je vroeg om early access tot {brand}. De knop opent een pagina; één druk daar bevestigt dit adres.',
    ],
    quiz: 'Met dit adres is de quiz gedaan. Het resultaat: {type}. De mails daarover volgen zodra het adres is bevestigd.',
    button: 'Bevestig mijn plek',
    why: 'Je krijgt deze mail omdat {email} is ingevuld voor de wachtlijst van {brand}.',
    ignore:
      'Was jij dit niet? Doe dan niets: het adres staat op geen lijst, en we wissen het na {unconfirmed}.',
    remove: 'Verwijder dit adres nu',
  },
  listed: {
    subject: 'Je staat op de lijst van {brand}',
    preview: 'Je hoeft niets te doen. Je plek is bevestigd.',
    title: 'Je staat op de lijst.',
    paragraphs: [
      'Dit adres is opnieuw ingevuld op de pagina van {brand}. Je plek was al bevestigd.',
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
    paragraphs: ['Je plek op de lijst van {brand} is van jou. Dit levert die je op.'],
    details: [{ name: 'Early access', text: 'Je hoort van ons vóór alle anderen.' }],
    next: {
      title: 'Hoe het verdergaat',
      text: 'We mailen je als early access opengaat.',
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
      'Je vroeg ons om {email} één keer te mailen, als de lijst van {brand} weer opengaat. De knop opent een pagina; één druk daar bevestigt dat. Je komt er niet mee op de lijst.',
    ],
    button: 'Mail me één keer',
    note: 'Was jij dit niet? Doe dan niets: we wissen het adres na {unconfirmed}. Na de bevestiging kan de pagina van de knop het ook meteen wissen.',
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
    why: 'Je krijgt deze mail omdat {email} zich heeft aangemeld voor de wachtlijst van {brand}.',
    leave: 'Uitschrijven',
    kept: 'Je gegevens: bekijken, wijzigen, wissen',
  },
  paste: 'Werkt de knop niet? Plak dit in je browser:',
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
    kept: 'Je gegevens: bekijken, wijzigen, wissen',
  },
}
