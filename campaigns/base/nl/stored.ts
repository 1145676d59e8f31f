import type { stored as english } from '../words/stored.ts'

const origin =
  'Als het adres van de pagina een campagne noemde (utm_source, utm_medium, utm_campaign): die woorden, en de hostnaam van de site die naar ons linkte. Geen van beide als je browser Global Privacy Control of Do Not Track stuurt.'
const language =
  'De taal van de pagina waarop je je aanmeldde, of die je koos, voor onze mails en je pagina’s.'
const times = 'Wanneer je je adres invulde, wanneer je het bevestigde, en wanneer je je uitschreef.'

export const stored: typeof english = {
  columns: {
    email: 'Je e-mailadres.',
    state:
      'Of je hebt bevestigd of je hebt uitgeschreven, en of mail naar jou terugkwam, als spam is gemeld of door ons is stopgezet.',
    language,
    placement: 'Welk formulier op de pagina je gebruikte.',
    source: origin,
    medium: origin,
    campaign: origin,
    referrer: origin,
    joinedAt: times,
    confirmedAt: times,
    leftAt: times,
    importedAt: 'Als je uit een geïmporteerde lijst komt: sinds wanneer.',
    mailResumesAt: 'Tot wanneer we geen mail sturen, nadat er een paar terugkwamen.',
    languageChosenAt: language,
  },
  parts: {
    consents:
      'De tekst waarmee je akkoord ging, de versie ervan, het tijdstip en het formulier; als je uit een geïmporteerde lijst komt, waar je akkoord ging.',
    offers:
      '[offers: Aanbiedingen die je kreeg toen je bevestigde, met het nummer van je exemplaar.]',
    quizResults:
      '[quiz: Als je een quizresultaat bewaarde: je {answersInWords} antwoorden, de scores en het type dat daaruit komt.]',
    unconfirmedQuizResults:
      '[quiz: Hetzelfde van een resultaat dat iemand met jouw adres bewaarde nadat je het had bevestigd.]',
    mails: 'Welke mails we voor je klaarzetten, en wat ervan is geworden.',
    reports: 'Meldingen dat een mail terugkwam of ongewenst was, in de woorden van de mailserver.',
    sequence: '[sequence: Hoe ver de mails over je quizresultaat zijn.]',
    links: 'Vingerafdrukken van de links in onze mails.',
  },
  labels: { mailResumesAt: 'Mail gepauzeerd tot' },
}
