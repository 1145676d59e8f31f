import type { Campaign } from '#contract/campaign/campaign.ts'

/** The second campaign's words around counted figures. */
export const otherLive: Campaign['live'] = {
  asOf: 'gezählt um {time}',
  note: 'Alle Zahlen sind gezählt.',
  claims: 'Ergebnisse gibt die Marke an.',
  strip: { next: 'Nummer {n} kommt', share: '{n} Prozent von {goal}' },
  gauge: {
    next: 'Als Nächstes kommt',
    soFar: '{n} von {goal} bis jetzt',
    awaits: 'Nach Ihrer Bestätigung folgt Ihr Tropfen',
    joined: 'Ihr Tropfen ist dabei',
  },
  bars: {
    next: 'ist die nächste Nummer',
    uncounted: 'Die Ersten gründen mit.',
    reminder: 'Nummer {n} ist frei',
  },
  finalOver: {
    title: 'Es geht weiter.',
    text: 'Die ersten {founding} gründeten mit.',
    cta: 'Trotzdem dabei',
    uncounted: 'Es geht weiter.',
  },
  offers: {
    left: 'Noch {n} von {most}.',
    gone: 'Das letzte von {most} ging am {end}.',
    days: 'Tage',
    far: { exclusivity: 'Programm bis', final: 'Gründung bis' },
    begins: 'Ab {begin}.',
    until: 'Bis {end}.',
    moved: 'Bis {end} statt {before}.',
    ended: 'Vorbei seit {end}.',
  },
  earlyBird: {
    begins: 'Beginnt am {begin}.',
    until: 'Endet am {end}.',
    moved: 'Endet am {end} statt am {before}.',
    ended: 'Endete am {end}.',
    over: { ref: 'Vorbei', after: 'Jetzt {n} Prozent mehr' },
    far: 'Preis bis',
  },
  notice: {
    hour: '{n} Bestätigungen in der letzten Stunde',
    today: '{n} Bestätigungen heute',
    week: '{n} Bestätigungen diese Woche',
  },
  quizType: '{n} Prozent',
}
