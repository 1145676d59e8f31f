import type { EndCopy, EndWords } from '#contract/ends.ts'

const words = (title: string): EndWords => ({
  strip: { label: 'Hinweis', text: [`${title} seit {since}`] },
  chip: ['Seit {sinceDay}'],
  headline: { text: title, lines: [] },
  lead: ['{registered} von {goal} haben bestellt.', 'Weiter geht es {until}.'],
  note: ['Bis {first} zuerst die Liste.', 'Gelöscht wird am {eraseDay}.'],
  bar: { title, text: ['Wir melden uns.'], button: 'Bescheid geben' },
  level: [title],
  card: { above: 'Kaffee aus Dampf.', title, text: 'Mehr auf der Seite.' },
})

/** The ends of test/other-campaign.ts. */
export const otherEnds: EndCopy = {
  closed: {
    ...words('Die Voranmeldung ist zu.'),
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
  launched: { ...words('Die Auslieferung beginnt.'), cta: 'Zum Laden' },
  paused: { ...words('Wir halten kurz an.'), kept: 'Ihr Browser hebt die Adresse auf.' },
}
