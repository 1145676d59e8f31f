import type { EndCopy } from '#contract/launch/state-words.ts'

const words = (title: string): Omit<EndCopy['launched'], 'cta'> => ({
  strip: { label: 'Hinweis', text: [`${title} seit {since}`] },
  chip: ['Seit {sinceDay}'],
  headline: title,
  lead: ['{registered} von {goal} haben bestellt.', 'Weiter geht es {until}.'],
  note: ['Bis {first} zuerst die Liste.', 'Gelöscht wird am {eraseDay}.'],
  bar: { title, text: ['Wir melden uns.'], button: 'Bescheid geben' },
  card: { above: 'Kaffee aus Dampf.', title, text: 'Mehr auf der Seite.' },
})

const mark = (title: string): EndCopy['goal'] => ({
  chip: title,
  strip: `${title} Platz {next} ist der nächste.`,
  cta: 'Auf die Liste',
  note: 'Platz {next} ist der nächste.',
  reward: 'Der Deckel ist offen',
  level: 'Alle {goal} sind da',
  bar: { text: title, withPlace: true },
  popup: { title, items: ['Alle {spots} Plätze sind weg'], cta: 'Auf die Liste' },
  card: { above: 'Kaffee aus Dampf.', title, text: 'Mehr auf der Seite.' },
})

/** The ends of test/other-campaign.ts. */
export const otherEnds: EndCopy = {
  goal: mark('Das Ziel ist erreicht.'),
  spots: mark('Alle Plätze sind vergeben.'),
  earlyBird: mark('Der Frühpreis ist vorbei.'),
  closed: {
    ...words('Die Voranmeldung ist zu.'),
    level: ['Die Voranmeldung ist zu.'],
    once: {
      placeholder: 'Adresse für eine Nachricht',
      cta: 'Einmal schreiben',
      consent: {
        version: 'einmal-2027',
        text: 'Eine Nachricht beim nächsten Mal, dann löschen wir die Adresse. Datenschutz',
        link: 'Datenschutz',
      },
    },
  },
  launched: {
    ...words('Die Auslieferung beginnt.'),
    cta: 'Zum Laden',
  },
  paused: {
    ...words('Wir halten kurz an.'),
    level: ['Wir halten kurz an.'],
    kept: 'Ihr Browser hebt die Adresse auf.',
  },
}
