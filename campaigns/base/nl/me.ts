import type * as english from '../words/me.ts'

export const me: typeof english.me = {
  title: 'Over jou.',
  intro:
    'Alles wat we over {email} bewaren, op dit moment. De tijden zijn die van {zone}. Iedereen met deze link kan het zien en wijzigen, dus stuur de mail niet door.',
  states: {
    unconfirmed:
      'Ingevuld op {joined} en niet bevestigd. Het krijgt alleen bevestigingsmails, en wordt na {unconfirmed} gewist.',
    confirmed: 'Op de lijst. Ingevuld op {joined}, bevestigd op {confirmed}.',
    unsubscribed: 'Van de lijst af sinds {left}. Er gaat geen mail naartoe.',
    bounced: 'Krijgt geen mail: de onze kwam terug. Ingevuld op {joined}.',
    complained: 'Krijgt geen mail: een van de onze is als spam gemeld. Ingevuld op {joined}.',
    suppressed: 'Er gaat geen mail naartoe, wie het ook invult. Ingevuld op {joined}.',
  },
  levels: {
    unconfirmed: 'Telt pas mee als je bevestigt',
    confirmed: 'Een van deze stippen ben jij',
  },
  address: 'Het adres',
  entered: 'Het is ingevuld via {placement}.',
  origin: 'Je kwam via {words}.',
  byFriend: 'Je kwam via de link van een vriend.',
  originWords: {
    source: 'de bron {word}',
    medium: 'het medium {word}',
    campaign: 'de campagne {word}',
  },
  referrer: 'Een pagina op {referrer} leidde naar de onze.',
  imported: 'Het kwam op {imported} met een geïmporteerde lijst.',
  listed: 'De lijst noemt {words}.',
  placements: {
    hero: 'het formulier boven aan de pagina',
    final: 'het formulier onder aan de pagina',
    'sticky-bar': 'de balk onder in het venster',
    'exit-intent': 'het aanbod bij het weggaan',
    'exit-intent-second': 'het tweede aanbod bij het weggaan',
    quiz: 'de quiz',
    me: 'deze pagina',
    import: 'een geïmporteerde lijst',
    operator: 'de beheerder',
  },
  language: {
    title: 'Taal',
    text: 'Onze mails en je pagina’s zijn in het {language}.',
    chosen: 'Dat koos je op {chosen}.',
  },
  consents: {
    title: 'Waar je akkoord mee ging',
    none: 'Er is niets vastgelegd.',
    given: '{given}, via {placement}, versie {version}.',
    imported: '{given}, via {placement}, versie {version}: {source}.',
    unworded: 'De tekst ervan is niet meegekomen.',
  },
  offers: {
    title: 'Wat je hebt gekregen',
    none: 'Nog niets.',
    numbered: '{name}, nummer {number}, toegekend op {granted}.',
    granted: '{name}, toegekend op {granted}.',
  },
  quiz: {
    title: 'Quizresultaten',
    none: 'Er is er geen bewaard.',
    result: '{type}, bewaard op {saved}.',
    scores: 'Je scores: {scores}.',
    answers: 'Je antwoorden:',
    unconfirmed:
      'Bewaard met dit adres, en niet bevestigd als dat van jou. Het verandert niets, en wordt na {unconfirmedResult} gewist.',
    confirm: 'Ja, dit is mijn resultaat',
    sequence: 'Mails over een resultaat: laatste stap: {step}; volgende: {next}.',
    noStep: 'nog geen',
    step: 'mail {n} van {of}',
    formerStep: 'een mail die er niet meer bij hoort',
  },
  mails: {
    title: 'Mails',
    none: 'Geen.',
    sent: '{mail}, verstuurd op {sent}.',
    waiting: '{mail}, gemaakt op {made}, wacht op verzending.',
    unsent: '{mail}, gemaakt op {made}, niet verstuurd.',
    unknown: '{mail}, gemaakt op {made}. Of die is aangekomen, is niet bekend.',
    names: {
      confirm: 'Bevestigingsmail',
      listed: 'Je staat op de lijst',
      result: 'Vraag over een quizresultaat',
      welcome: 'Welkomstmail',
      friend: 'Er kwam een vriend bij',
      reward: 'Een beloning is van jou',
      turn: 'Je bent aan de beurt',
      sequence: 'Mail over een quizresultaat',
    },
    reports: {
      'hard-bounce': 'Op {at} kwam een mail terug: het adres bestaat niet.',
      'soft-bounce': 'Op {at} kwam een mail terug: de mailbox nam geen mail aan.',
      complaint: 'Op {at} is een mail als spam gemeld.',
      'out-of-office': 'Op {at} kwam een automatisch antwoord.',
      refusal: 'Op {at} weigerde een mailserver een mail, om een reden die niet aan jou ligt.',
      account:
        'Op {at} kon een mail niet worden bezorgd, om een reden die bij ons eigen mailaccount ligt.',
      unsubscribe: 'Op {at} schreef je je uit bij onze mailprovider.',
    },
  },
  links: {
    title: 'Links in die mails',
    none: 'Er zijn er geen.',
    text: '{count} uitgegeven. We bewaren van elke link een vingerafdruk, nooit de link zelf.',
  },
  counts: {
    title: 'Geteld zonder je adres',
    text: 'Hoe vaak delen van de pagina zijn gezien, knoppen zijn ingedrukt, vensters en balken zijn getoond en gesloten, en hoeveel mensen zich aanmeldden en bevestigden per plek waar ze vandaan kwamen: getallen per uur, zonder adres of kenmerk. Niemand kan eruit opmaken wat jij deed, dus ze blijven als je alles wist.',
  },
  choices: {
    title: 'Wat je kunt doen',
    download: 'Download alles (JSON)',
    leave: 'Uitschrijven',
    remove: 'Haal het adres weg',
    agree: 'Akkoord: schrijf me',
    renew: 'Ga akkoord met de huidige tekst',
    agreeText: 'Waar je akkoord mee zou gaan:',
    erase: 'Wis alles',
    silenced:
      'Naar dit adres gaat geen mail meer, en opnieuw akkoord gaan verandert dat niet. Schrijf ons als dat wel zou moeten: het adres staat bij Privacy.',
  },
}

export const consentChange: typeof english.consentChange = {
  ask: {
    title: 'Opnieuw akkoord?',
    text: 'Eén klik, en we mogen dit adres weer schrijven. We leggen vast dat je hiermee akkoord ging:',
    button: 'Akkoord',
  },
  done: {
    title: 'Genoteerd.',
    text: 'Je ging akkoord met e-mails over deze lancering. Dat kun je altijd intrekken.',
  },
  already: {
    title: 'Al genoteerd.',
    text: 'Je staat op de lijst en ging akkoord met de huidige tekst. Je hoeft niets meer te doen.',
  },
  silenced: {
    title: 'Er gaat geen mail heen.',
    text: 'Mail naar dit adres kwam terug, is als ongewenst gemeld, of is door ons stopgezet. Opnieuw akkoord gaan verandert dat niet.',
  },
}

export const resultChange: typeof english.resultChange = {
  ask: {
    title: 'Jouw resultaat?',
    text: 'Op {saved} is met dit adres een quizresultaat bewaard: {type}. Was jij dat, dan maakt één klik het van jou: het telt als jouw type, en de mails daarover volgen.',
    button: 'Ja, dit is mijn resultaat',
  },
  done: {
    title: 'Het is van jou.',
    text: '{type}, bewaard op {saved}, staat nu bij je quizresultaten.',
  },
  already: {
    title: 'Het is van jou.',
    text: '{type}, bewaard op {saved}, staat al bij je quizresultaten.',
  },
}

export const onceChange: typeof english.onceChange = {
  sent: {
    title: 'Kijk in je mail.',
    text: 'We stuurden een link naar dit adres. Open hem en druk op de knop; dan komt er één mail als de lijst weer opengaat.',
  },
  ask: {
    title: 'Eén mail?',
    text: 'Eén klik, en dit adres krijgt één mail als de lijst weer opengaat. Daarna wordt het gewist. Je komt er niet mee op de lijst.',
    button: 'Mail me één keer',
  },
  confirmed: {
    title: 'Genoteerd.',
    text: 'Er komt één mail als de lijst weer opengaat. Daarna wordt dit adres gewist, en uiterlijk na {onceRequest}.',
    button: 'Wis mijn adres nu',
  },
  deleted: {
    title: 'Gewist.',
    text: 'Over dit adres is hier niets opgeslagen, en er komt geen mail.',
  },
}

export const erasure: typeof english.erasure = {
  ask: {
    title: 'Alles wissen?',
    text: 'Het adres, waar je akkoord mee ging, [quiz: quizresultaten, ]mails en links worden meteen gewist, en niemand kan ze terughalen. Je gaat daarmee ook van de lijst.',
    button: 'Wis alles',
    keep: 'Bewaar alles',
  },
  done: {
    title: 'Gewist.',
    text: 'Alles wat bij je adres werd bewaard, is gewist. Wat blijft, is een hash van het adres met een geheime sleutel: er is geen naam en geen adres uit te lezen, en een geïmporteerde lijst kan je er niet door terugzetten. Een tweede hash met een sleutel telt, voor hooguit {mailboxes}, de mails die naar de mailbox gingen. Een back-up van eerder bevat de oude stand tot die wordt gewist. Wat deze browser had genoteerd, is meegewist; wat een andere noteert, blijft daar staan.',
    whileOpen: 'Je kunt je altijd opnieuw aanmelden, zoals iedereen die nieuw is.',
  },
}
