import type * as english from '../words/interface.ts'

export const privacyWords: typeof english.privacyWords = { kept: 'Bewaard bij je adres' }

export const contactBlanks: typeof english.contactBlanks = {
  name: '[je naam]',
  address: '[je adres]',
  email: '[je e-mail]',
}

export const landing: typeof english.landing = {
  skip: 'Ga naar het formulier',
  privacy: 'Privacy',
}

export const formMessages: typeof english.formMessages = {
  lang: 'nl',
  joining: 'Aanmelden...',
  invalid: 'Vul een geldig e-mailadres in',
  invalidTitle: 'Ongeldig e-mailadres',
}

export const wrongAddress: typeof english.wrongAddress = {
  invisible: 'Er staat een onzichtbaar teken in. Typ het adres in plaats van het te plakken.',
  localCharacter: 'In het deel voor de @ mag geen “{character}” staan.',
  localEdge: 'Het deel voor de @ mag niet met een punt beginnen of eindigen.',
  twoDots: 'Er staan twee punten achter elkaar.',
  tooLong: 'Het is langer dan 254 tekens.',
  localTooLong: 'Het deel voor de @ is langer dan 64 tekens.',
  ipAddress: 'Het deel na de @ is een IP-adres. Gebruik een naam, zoals example.com.',
  hostCharacter: 'In het deel na de @ mag geen “{character}” staan.',
  hostHyphen: 'Een naam na de @ mag niet met een streepje beginnen of eindigen.',
  hostDot: 'Het deel na de @ mag niet met een punt beginnen.',
  hostTooLong: 'Een naam na de @ is langer dan 63 tekens.',
  hostNumber: 'Het deel na de @ mag niet op een getal eindigen.',
}

export const joinedTexts: typeof english.joinedTexts = {
  double: {
    text: 'Met de link in onze mail aan {email} wordt de plek van jou.',
    help: 'Niets ontvangen? Kijk bij de spam, of',
    another: 'gebruik een ander adres',
  },
  single: {
    text: 'Je staat op de lijst als {email}.',
    help: '',
    another: 'Gebruik een ander adres',
  },
}

export const form: typeof english.form = {
  joined: { text: 'Je bent erbij.', next: 'Bevestig nog via onze mail.' },
  another: 'Gebruik een ander adres',
  notStoredTitle: 'Nog niet bewaard',
  notStored:
    'We konden je adres nu niet bewaren. Het staat nog in het veld: probeer het over een paar seconden opnieuw.',
  busyTitle: 'Een moment',
  busy: 'Te veel aanmeldingen vanaf jouw netwerk. Je adres staat nog in het veld: probeer het over {seconds} seconden opnieuw.',
  trap: 'Laat dit veld leeg',
}

export const formFromElsewhere: typeof english.formFromElsewhere = {
  title: 'Verstuur het vanaf hier',
  text: 'Dit formulier is verstuurd door een pagina van een andere site, dus er is niets bewaard. Je adres staat nog in het veld: controleer het en druk op de knop.',
}

export const debugBadge: typeof english.debugBadge = {
  label: 'Debug',
  text: 'Anti-Black-Space: ACTIEF',
}

export const pause: string = 'Pauzeer live-updates'

export const bars: typeof english.bars = {
  label: 'Aanmeldbalk',
  minimize: 'Maak klein',
  restore: 'Maak groot',
}

export const endBar: typeof english.endBar = {
  label: 'Wat er nu komt',
  fold: 'In- of uitklappen',
}

export const notices: typeof english.notices = {
  label: 'Meldingen',
  recent: 'Nieuwe aanmelding',
  close: 'Sluit',
}

export const loading: string = 'Inhoud laden...'

export const failed: typeof english.failed = {
  title: 'Er ging iets mis',
  section: 'Onderdeel: {section}',
  again: 'Probeer opnieuw',
}

export const notFound: typeof english.notFound = {
  title: '404',
  text: 'Oeps, pagina niet gevonden',
  home: 'Terug naar home',
  level: 'Niets op dit adres',
}

export const confirm: typeof english.confirm = {
  ask: {
    title: 'Bevestig je plek.',
    text: 'Eén klik, en de plek is van jou.',
    button: 'Bevestig mijn plek',
    level: 'Klik, en het peil stijgt met één',
  },
  done: {
    title: 'Je bent erbij.',
    text: 'Je plek is bevestigd.',
    whileOpen: 'We schrijven je als early access opengaat.',
    level: 'De laatste stip erin ben jij',
  },
  already: {
    title: 'Al bevestigd.',
    text: 'Je plek is van jou. Je hoeft niets meer te doen.',
    level: 'Een van deze stippen ben jij',
  },
}

export const unsubscribe: typeof english.unsubscribe = {
  ask: {
    title: 'Uitschrijven?',
    text: 'Eén klik, en dit adres krijgt geen mail meer.',
    button: 'Schrijf me uit',
    level: 'Klik, en het peil daalt met één',
  },
  remove: {
    title: 'Dit adres verwijderen?',
    text: 'Het is op onze pagina ingevuld en nooit bevestigd. Eén klik, en het krijgt geen mail meer.',
    button: 'Verwijder dit adres',
  },
  removed: {
    title: 'Verwijderd.',
    text: 'Naar dit adres gaat geen mail meer. Het wordt binnen {unconfirmed} gewist. Wat blijft, is een hash met een geheime sleutel: niemand kan het adres eruit lezen, en een geïmporteerde lijst kan je er niet door terugzetten.',
  },
  done: {
    title: 'Je bent uitgeschreven.',
    text: 'Naar dit adres gaat geen mail meer.',
    whileOpen: 'Wil je terug, meld je dan opnieuw aan op de homepage.',
  },
  already: {
    title: 'Je was al uitgeschreven.',
    text: 'Dit adres staat niet op de lijst en krijgt geen mail.',
  },
}

export const forAddress: string = 'Voor {email}'

export const linkUnknown: typeof english.linkUnknown = {
  chip: 'Deze link werkt niet',
  title: 'Onbekende link. Open de nieuwste mail.',
  level: 'Deze link opent niets',
  text: 'Misschien is hij te oud, of heeft het mailprogramma hem afgekapt: kopieer de hele link.',
  whileOpen: 'Of meld je opnieuw aan, dan volgt een nieuwe mail.',
  place: { text: 'Een plaats die je hebt, blijft van jou.', level: 'Jouw plaats staat hier niet' },
}

export const tryLater: typeof english.tryLater = {
  title: 'Nu even niet.',
  text: 'Er is niets verloren en je link werkt nog. Onze database antwoordt niet: probeer het over een paar seconden opnieuw.',
  again: 'Probeer opnieuw',
}

export const tryTomorrow: typeof english.tryTomorrow = {
  title: 'Probeer het morgen weer.',
  texts: {
    return:
      'Dit adres kwam {repeats} keer binnen {repeatTime} terug op de lijst. Het staat er nu niet meer op, en er is niets verloren: dezelfde link werkt morgen weer.',
    'new-link':
      'Deze link is {repeats} keer binnen {repeatTime} vernieuwd. De nieuwste werkt, en morgen kun je hem weer vernieuwen.',
    news: 'De mails over vrienden zijn {repeats} keer binnen {repeatTime} aangezet. Ze staan nu uit, en morgen kun je ze weer aanzetten.',
  },
}

export const home: string = 'Terug naar home'

export const backToPage: string = 'Terug naar de pagina'
