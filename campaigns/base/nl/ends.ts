import type { ends as english } from '../en/ends.ts'

export const ends: typeof english = {
  goal: {
    chip: '{goal} gehaald',
    strip: '{goal} gehaald',
    cta: null,
    note: '[line: Plaats][no line: Aanmelding] {next} is de volgende. [line: De rij loopt door][no line: De lijst blijft open].',
    reward: 'Ontgrendeld, voor iedereen op de lijst',
    level: 'Doel gehaald',
    bar: { text: 'Het doel is gehaald.', withPlace: false },
    popup: {
      title: 'Het doel is gehaald.',
      items: [
        'Er staan {goal} mensen op de lijst',
        '[line: De rij loopt door][no line: De lijst blijft open]',
        'Geen spam',
      ],
      cta: '[line: Ga in de rij][no line: Kom op de lijst]',
    },
    card: {
      above: 'Alle {goal} zijn binnen.',
      title: 'Ontgrendeld.',
      text: '[line: De rij loopt door][no line: De lijst blijft open].',
    },
  },
  spots: {
    chip: 'Alle {spots} plekken zijn weg',
    strip: 'Alle {spots} plekken zijn weg',
    cta: '[line: Ga in de rij][no line: Kom op de lijst]',
    note: '[line: Plaats][no line: Aanmelding] {next} is de volgende.',
    reward: null,
    level: null,
    bar: { text: 'is de volgende. Plekken op.', withPlace: true },
    popup: {
      title: '[line: De rij loopt door][no line: De lijst blijft open].',
      items: [
        'Alle {spots} plekken zijn weg',
        '[line: De rij loopt door][no line: De lijst blijft open]',
        'Geen spam',
      ],
      cta: 'Houd mijn plek',
    },
    card: {
      above: 'Alle {spots} plekken zijn weg.',
      title: '[line: De rij loopt door][no line: De lijst blijft open].',
      text: '[line: Je krijgt je plaats als je bevestigt.][no line: Je staat op de lijst zodra je bevestigt.]',
    },
  },
  earlyBird: {
    chip: null,
    strip: null,
    cta: null,
    note: null,
    reward: null,
    level: null,
    bar: { text: 'is de volgende. Early-bird voorbij.', withPlace: true },
    popup: null,
    card: {
      above: 'De early-bird is voorbij.',
      title: 'De [line: rij][no line: lijst] niet.',
      text: '[line: Je krijgt je plaats als je bevestigt.][no line: Je staat op de lijst zodra je bevestigt.]',
    },
  },
  closed: {
    strip: { label: 'Let op', text: ['De lijst is gesloten'] },
    chip: ['Gesloten op {since}'],
    headline: 'Geen [line: plaatsen][no line: plekken] meer. De lijst is gesloten.',
    lead: [
      'Er staan {registered} mensen op de lijst.',
      'Nieuwe aanmeldingen zijn gesloten.',
      'Iedereen op de lijst hoort het als eerste van ons.',
    ],
    note: ['Je komt er niet mee op de lijst.'],
    bar: {
      title: 'De lijst is gesloten.',
      text: ['Eén mail bij de volgende batch?'],
      button: 'Mail me één keer',
    },
    level: ['Gesloten'],
    card: {
      above: 'Geen [line: plaatsen][no line: plekken] meer.',
      title: 'De lijst is gesloten.',
      text: 'Iedereen op de lijst hoort het als eerste van ons.',
    },
    once: {
      placeholder: 'Je e-mailadres',
      cta: 'Mail me één keer',
      consent: {
        version: 'once-2026-11-nl',
        text: 'Eén mail als de volgende batch opengaat, daarna wordt je adres gewist. Verder niets. Privacy',
        link: 'Privacy',
      },
    },
  },
  launched: {
    strip: { label: 'Nu', text: ['In de shop sinds {since}'] },
    chip: ['Sinds {sinceDay}'],
    headline: 'Het wachten is voorbij. Het is er.',
    lead: [
      'Het ligt in de shop.',
      'Tot {first} is die alleen open voor de lijst, daarna voor iedereen.',
    ],
    note: [
      'Sta je op de lijst? De link staat in je mail.',
      'Je adres blijft op de lijst tot {eraseDay}, dan wordt de lijst gewist.',
    ],
    bar: {
      title: 'Het is er.',
      text: ['Eerst de lijst, tot {firstDay}.'],
      button: 'Naar de shop',
    },
    card: {
      above: 'Het wachten is voorbij.',
      title: 'Het is er.',
      text: 'Nu in de shop.',
    },
    cta: 'Naar de shop',
  },
  paused: {
    kept: 'Je adres wordt in deze browser bewaard en verstuurd als je je weer kunt aanmelden: kom gewoon nog eens langs.',
    strip: {
      label: 'Let op',
      text: ['Aanmelden is gepauzeerd tot {until}', 'Aanmelden is gepauzeerd'],
    },
    chip: ['Gepauzeerd'],
    headline: 'Er gaat niets verloren. Even pauze.',
    lead: [
      'Aanmelden is gepauzeerd.',
      'Intussen verliest niemand iets[offers: : geen aanbod loopt af].',
      'Aanmelden kan weer vanaf {until}.',
    ],
    note: [
      'Sta je al op de lijst? Voor jou verandert er niets.',
      'Een bevestigingsmail in je inbox blijft geldig.',
    ],
    bar: {
      title: 'Even pauze.',
      text: ['Verder vanaf {until}.', 'Er gaat niets verloren.'],
      button: null,
    },
    level: ['Even pauze'],
    card: {
      above: 'Er gaat niets verloren.',
      title: 'Even pauze.',
      text: 'Aanmelden is gepauzeerd.',
    },
  },
}
