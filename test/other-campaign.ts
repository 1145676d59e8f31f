import { sections } from '#campaigns/fuel/copy/sections.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { Source } from '#contract/figures/source.ts'
import type { SequenceText } from '#contract/quiz/sequence.ts'
import { otherEnds } from './other-ends.ts'
import { otherLive } from './other-live.ts'

const simulated: Source = { kind: 'simulated' }
const shown: Source = { kind: 'claim', evidence: 'Messreihe 7 vom Oktober' }
/** As long as a word may get: 40 letters without a place to break. */
const longWord = 'Rindfleischetikettierungsüberwachungsamt'

const brief = (part: string): SequenceText => ({
  subject: `${part} anheizen`,
  preview: 'Erst das Wasser, dann das Feuer.',
  title: `${part} und Dampf.`,
  paragraphs: ['So geht es los:', 'Danach schreibt die {brand} wieder.'],
  points: [`Morgens: ${longWord} öffnen`, 'Abends Asche leeren'],
})

/**
 * A made-up brand with nothing in common with the shipped one: long words, seven digits, no locked
 * headline, no updates, no quiz.
 */
export const otherCampaign: Campaign = {
  name: 'other',
  brand: 'Donaudampfschifffahrtsgesellschaft',
  language: 'de',
  languages: ['de'],
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  head: {
    title: 'Donaudampf – Voranmeldung',
    description: 'Kaffeemaschinen mit Dampfantrieb, gebaut in Passau.',
  },
  mast: { issue: 'Werkblatt 12', note: 'Vor der Auslieferung' },
  hero: {
    badge: 'VORANMELDUNG',
    headline: `Kaffee aus Dampf: das ${longWord} staunt.`,
    lead: 'Geschwindigkeitsbegrenzungsfreie Kaffeemaschinen für Haushalte, die morgens nicht warten wollen.',
    cta: 'Jetzt Kaffeemaschinenvoranmeldung abschicken',
    unit: {
      remain: '{n} Bestellungen fehlen noch',
      of: 'von {n}',
      complete: '{n} Prozent gebaut',
      waiting: 'in der Warteschlange',
      waitingOne: 'in der Warteschlange',
      waitingNone: 'Noch niemand in der Warteschlange',
      reward: { name: '1 Deckel', line: 'Bleibt zu, bis {n} bestellt haben' },
      access: {
        name: '2 Ring',
        line: '{invitations} Plätze, {invitationsMonthsAhead} Monate voraus',
      },
      joined: 'Der letzte Tropfen gehört Ihnen',
      grains: 'Ein Punkt steht für {n} Bestellungen',
    },
  },
  launch: {
    shop: 'https://laden.example.org/dampf',
    listFirstDays: 0,
    eraseAfterDays: 60,
    tellOnce: false,
  },
  ends: otherEnds,
  live: otherLive,
  forms: {
    label: 'Post',
    note: 'Keine Werbung, nur Auslieferungstermine.',
    placeholder: 'Adresse für die Auslieferungsbenachrichtigung',
    success: 'Angemeldet! Der Auslieferungstermin folgt per Post.',
    welcomeTitle: 'Willkommen an Bord.',
    bonus: 'Ein Pfund Bohnen liegt bei.',
  },
  consents: [
    {
      version: '2027-01',
      text: 'Mit der Anmeldung erlauben Sie uns Nachrichten zur Auslieferung. Datenschutz',
      link: 'Datenschutz',
    },
  ],
  mails: {
    confirm: {
      subject: 'Anmeldung bestätigen',
      preview: 'Ein Knopf genügt.',
      title: 'Noch ein Schritt.',
      paragraphs: ['Bitte bestätigen Sie die Anmeldung.'],
      quiz: 'Ergebnis: {type}.',
      button: 'Bestätigen',
      why: 'Jemand trug {email} ein.',
      ignore: 'Sonst geschieht nichts.',
      remove: 'Adresse entfernen',
    },
    listed: {
      subject: 'Schon angemeldet',
      preview: 'Nichts zu tun.',
      title: 'Schon dabei.',
      paragraphs: ['Die Adresse steht schon auf der Liste.'],
    },
    result: {
      subject: 'Ist das Ihr Ergebnis?',
      preview: 'Jemand hat eines mit dieser Adresse gesichert.',
      title: 'Ihr Ergebnis?',
      paragraphs: ['Mit dieser Adresse wurde ein Ergebnis gesichert: {type}.'],
      button: 'Ja, das ist meines',
      ignore: 'Sonst wird es später entfernt.',
    },
    welcome: {
      subject: 'Angemeldet',
      preview: 'So geht es weiter.',
      title: 'Willkommen.',
      paragraphs: ['Die Bohnen sind unterwegs.'],
      details: [
        {
          name: 'Werkseröffnung',
          text: '{invitations} Plätze, {invitationsMonthsAhead} Monate vor allen anderen.',
        },
        { name: '{legacyPackName}', text: '{legacyPack} Stück.' },
        { name: 'Besatzung', text: 'Die ersten {founding}.' },
      ],
      next: { title: 'Wie es weitergeht', text: 'Die Post kommt mit dem Termin.' },
      quiz: 'Der Fragebogen ergab {type}.',
      noQuiz: 'Vier Fragen warten.',
      button: 'Zum Fragebogen',
    },
    onceConfirm: {
      subject: 'Einmal Bescheid?',
      preview: 'Nur ein Brief.',
      title: 'Bescheid geben.',
      paragraphs: ['Sollen wir {email} einmal schreiben, wenn die {brand} wieder annimmt?'],
      button: 'Bescheid geben',
      note: 'Ohne Bestätigung bleibt es still.',
    },
    once: {
      subject: 'Die {brand} nimmt wieder an',
      preview: 'Der versprochene Brief.',
      title: 'Wieder offen.',
      paragraphs: ['Die Werft nimmt wieder Anmeldungen an.'],
      button: 'Zur Werft',
      note: 'Der einzige Brief an {email}.',
    },
    footer: {
      why: 'Diese Nachricht ging an {email}.',
      leave: 'Abmelden',
      kept: 'Was über Sie gespeichert ist',
    },
    paste: 'Ohne Knopf geht es hier weiter:',
    sender: '{name}, {address}',
    sequence: {
      place: 'Brief {n}, {of} insgesamt',
      why: 'Der Fragebogen kam von {email}.',
      leave: 'Keine Briefe mehr',
      kept: 'Was über Sie gespeichert ist',
    },
  },
  privacy: {
    title: 'Datenschutz',
    intro: 'Was wir aufheben.',
    contact: {
      title: 'Verantwortlich',
      text: '{name}, {address}, erreichbar bei Tag und Nacht.',
      name: 'Die Hafenmeisterei',
      address: 'Kai 7, 20457 Hamburg',
      email: 'datenschutz@hafenmeisterei.example',
    },
    parts: [{ title: 'Die Adresse', paragraphs: ['Bis zur Abmeldung, länger nicht.'] }],
  },
  quiz: null,
  sequence: {
    timeZone: 'Europe/Vienna',
    quietHours: { from: 23, to: 5 },
    closed: false,
    steps: [
      {
        name: 'anheizen',
        afterDays: 0,
        stops: ['closed'],
        texts: {
          focus: brief('Kessel'),
          energy: brief('Feder'),
          stress: brief('Regler'),
          motivation: brief('Deckel'),
        },
      },
    ],
  },
  line: null,
  letters: {
    plan: { firstHour: 60, growth: 3, perProvider: { firstHour: 20, growth: 3 } },
    stops: {
      bounces: { atLeast: 5, share: 0.1, of: 500 },
      complaints: { atLeast: 2, share: 0.01 },
    },
  },
  figures: {
    waiting: { start: 1_234_567, everyMs: 5_000, chance: 0.5, mostAtOnce: 9, source: simulated },
    launch: { value: { registered: 1_234_567, goal: 9_999_999 }, source: simulated },
    earlySpots: { start: 7_654_321, floor: 11, everyMs: 20_000, source: simulated },
    batchPercent: { value: 17, source: simulated },
    audience: {
      value: {
        total: 3_000_333,
        parts: [
          { count: 2_000_222, name: 'Frühaufsteherinnen und Frühaufsteher' },
          { count: 1_000_111, name: longWord },
        ],
      },
      source: simulated,
    },
    cohort: [
      { percent: 12, text: 'brühen zweimal täglich', source: shown },
      { percent: 100, text: 'kehren zum Dampf zurück', source: shown },
    ],
    video: {
      watching: { value: 4_444_444, source: simulated },
      averageS: { value: 3_599, source: simulated },
      requestPercent: { value: 5, source: shown },
      previewMin: { value: 59, source: shown },
    },
    programSpots: { value: { left: 13, total: 21 }, source: simulated },
    pageSpots: { start: 5_555_555, floor: 66, everyMs: 30_000, source: simulated },
    earlyBird: { days: 31, laterPercent: 15, source: simulated },
    programTimer: { startS: 99 * 3_600 + 59 * 60 + 59, source: simulated },
    accessTimer: { startS: 61, source: simulated },
    recent: {
      source: simulated,
      entries: [{ name: 'Friedrich-Wilhelm', city: 'Garmisch-Partenkirchen', minutesAgo: 58 }],
    },
  },
  offers: {
    legacyPack: {
      name: 'Gründerkiste',
      number: 'Nr. 42',
      most: 1_111_111,
      note: 'Nur solange der Vorrat reicht.',
      shownIn: 'hero',
      source: shown,
    },
    invitations: {
      name: 'Einladungen',
      count: 2_222_222,
      numbers: { monthsAhead: 18, skipped: 8_888_888 },
      shownIn: 'exclusivity',
      source: shown,
    },
    founding: { name: 'Besatzung', most: 3_333_333, shownIn: 'final', source: shown },
    mysteryReward: { name: 'Wundertüte', most: 7_777_777, shownIn: 'stay', source: shown },
    exit: {
      name: 'Frühbucherrabatt',
      most: 6_666_666,
      numbers: { discountPercent: 7 },
      money: { bonus: 1_999_999 },
      placement: 'exit-intent',
      shownIn: 'exit',
      source: shown,
    },
    program: { name: 'Werksführung', figure: 'programSpots', endsAt: '2027-06-30T18:00' },
    earlyBird: { name: 'Frühbucherpreis', figure: 'earlyBird' },
  },
  promises: { bonusStack: { n: 24, unit: 'hour' } },
  product: {
    contents: longWord,
    dose: 'ein Löffel auf zwei Tassen',
    form: 'gemahlene Bohnen',
    date: 'im Frühjahr 2031',
    price: '4,444,444 Euro',
  },
  samples: {
    fact: 'Muster',
    label: 'Musteretikett',
    note: 'Was als Muster bezeichnet ist, ist ein Beispiel.',
  },
  updates: [],
  sections: {
    ...invented(sections),
    strip: {
      label: 'Zählerstand',
      messages: [
        'Noch {n} Kaffeemaschinenauslieferungsplätze',
        '{n} von hundert Kesseln sind geschweißt',
        'Die Schweißerei schließt um Mitternacht',
      ],
    },
    contents: {
      ref: '01 – Stückliste',
      title: ['Ein Kessel.', 'Ein Regler.'],
      lead: `Eine Maschine mit ${longWord} und Regler.`,
      facts: [
        { name: 'Inhalt', text: ['Darin: {contents}.', 'Zubereitung: {dose}.', 'Als {form}.'] },
        { name: 'Auslieferungstermin', text: ['Sie kommt {date}.'] },
        { name: 'Preis', text: ['Frühbucher zahlen {price}, danach {later} Prozent mehr.'] },
        { name: 'Besatzung', text: ['Die ersten {founding} fahren mit.'] },
      ],
      callouts: [
        { name: '3 Kessel', text: ['Druckbehälter mit Sicherheitsventil.'] },
        { name: '4 Feder', text: ['Hält den Druck.', 'Gefertigt aus {contents}.'] },
        { name: '5 Regler', text: [longWord] },
        { name: '6 Fuß', text: ['Steht auf jedem Küchentisch fest.'] },
      ],
      figure: 'Abb. 1 – Die Maschine, zerlegt.',
    },
    earlyBird: {
      ref: 'Frühbucher',
      units: ['Tage', 'Stunden', 'Minuten', 'Sekunden'],
      after: 'Danach kostet sie {n} Prozent mehr',
      lang: 'de',
    },
    proof: { title: 'Gekauft von Menschen ohne Geduld.', audience: 'Vorbestellungen' },
    video: {
      ref: '02 – Werkshalle',
      title: 'WERKSTATTBESICHTIGUNG',
      tag: '{n} Minuten aus der Halle',
      play: 'Film starten',
      watching: 'schauen zu',
      average: 'im Schnitt',
      request: 'bestellen danach',
      cta: 'Besichtigungstermin anfragen',
      overlay: {
        title: 'Der Film kommt nach der Anmeldung',
        text: 'Melden Sie sich an, dann öffnet die Halle',
        join: 'Zur Anmeldung',
      },
    },
    quiz: null,
    exclusivity: {
      ref: '04 – Lager',
      title: ['VERSIEGELT', 'LAGERHALLE PASSAU'],
      spots: 'von {n} Kisten übrig',
      program: {
        title: 'VORBESTELLPROGRAMM',
        perks: [
          { number: '{invitations}', text: 'Einladungen zur Werkseröffnung' },
          { number: '{invitationsMonthsAhead}', text: 'Monate vor allen anderen' },
          { number: '{invitationsSkipped}+', text: 'Wartende, die Sie überholen' },
        ],
      },
      closes: 'Das Lager schließt in',
      units: ['Stunden', 'Minuten', 'Sekunden'],
      who: {
        title: 'NICHT FÜR ALLE KÜCHEN',
        not: { title: 'Ungeeignet, wenn', items: ['Sie löslichen Kaffee mögen', longWord] },
        yes: { title: 'Geeignet, wenn', items: ['Sie den Dampf hören wollen'] },
      },
      ask: 'Haben Sie einen Starkstromanschluss?',
      cta: 'Starkstromanschluss nachweisen',
    },
    faq: {
      ref: 'Fragen',
      title: `Was die ${longWord} fragt.`,
      items: [
        { question: `Passt die ${longWord}?`, answer: 'In jede Küche mit Wasseranschluss.' },
        { question: 'Wann kommt sie?', answer: 'Sobald der Kessel dicht ist.' },
      ],
    },
    final: {
      ref: '05 – Montage',
      title: `Die ersten {founding} bekommen ein ${longWord}.`,
      text: 'Wer sich einträgt, wird gezählt, bis {founding} erreicht sind.',
      cta: 'In die Besatzungsliste eintragen',
      levels: [
        'Heute endet die Annahme',
        'Keine drei Stunden mehr',
        'Keine zwei Stunden mehr',
        'Die letzte Stunde läuft',
      ],
      closes: 'Die Annahme schließt in',
      units: ['Stunden', 'Minuten', 'Sekunden'],
      figure: 'Abb. 2 – Die Maschine, montiert',
    },
    bars: {
      spots: 'Plätze an Deck',
      uncounted: 'Wer zuerst bestellt, steht an Deck.',
      placeholder: 'Ihre Post',
      cta: 'An Bord gehen',
      join: 'Anheuern',
      reminder: 'Noch {n} Plätze an Deck',
    },
    recent: { text: '{name} aus {city} hat soeben angeheuert', ago: 'vor {n} Minuten', lang: 'de' },
    exit: {
      ref: 'Frühbucher',
      title: '{exitDiscountPercent} Prozent vor dem Ablegen.',
      terms: [
        { name: 'Frühbuchernachlass', value: '{exitDiscountPercent}%' },
        { name: 'Zugaben im Wert von', value: '{exitBonus}' },
      ],
      valid: 'Gilt für die nächsten',
      validUnit: 'Anmeldungen',
      cta: '{exitDiscountPercent} Prozent sichern',
    },
    stay: {
      title: 'Halt. Der Kessel ist noch heiß.',
      items: [
        'Eine Zugabe für die ersten {mysteryReward}',
        'Zugang zur Probefahrt',
        'Keine Reklame',
      ],
      cta: 'Kajüte behalten',
    },
    updates: { title: 'Nachrichten aus der Werft' },
    footer: { note: 'Die Zahlen sind simuliert, die Ergebnisse sind Angaben der Werft.' },
  },
  switches: { zoomLocked: false, debugBadge: false, footerNote: true, figures: 'simulated' },
}

/** Other words with the same placeholders, for parts of the page that are not given words above. */
function invented<Words>(words: Words): Words {
  const change = (value: unknown): unknown => {
    if (typeof value === 'string') return `Dampf ${value.match(/\{\w+\}/g)?.join(' ') ?? longWord}`
    if (Array.isArray(value)) return value.map(change)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, key === 'lang' ? 'de' : change(inner)]),
    )
  }
  return change(words) as Words
}
