import type { linePages as english } from '../en/line-pages.ts'

export const linePages: typeof english = {
  ask: {
    title: 'Nog één klik. Bevestig je plek.',
    text: 'Het moment waarop je klikt, telt: dan krijg je je plaats.',
    returns: 'Je plaats heeft gewacht. Eén klik, en die is weer van jou, met je vrienden.',
    next: 'De volgende plaats is',
  },
  done: {
    chip: 'Bevestigd op {date} om {time}',
    above: 'Je bent erbij. Plaats',
  },
  already: {
    chip: 'Bevestigd op {date} om {time}',
    above: 'Al van jou. Plaats',
  },
  dials: {
    before: 'voor je',
    behind: 'achter je',
    newest: 'achter je, tot nu toe',
    perFriend: 'mensen eerder voor elke vriend die bevestigt',
  },
  link: {
    label: 'Jouw link',
    copy: 'Kopieer je link',
    copied: 'Gekopieerd',
    selected: 'Geselecteerd: kopieer hem nu',
    share: 'Deel…',
    mail: 'Mail',
    note: 'Jij stuurt hem, niet wij: niemand die je kent krijgt mail van ons. Wie via de link komt, blijft voor jou een getal.',
  },
  account: {
    label: 'Waarom {place}',
    title: 'Hoe je plaats is opgebouwd.',
    untouched: 'Niemand staat waar jij staat.',
    confirmedBefore: 'eerder bevestigd en nog in de rij',
    passed: {
      none: 'door jou ingehaald: nog geen vriend van je heeft bevestigd',
      one: 'door jou ingehaald: één vriend, geteld als {n} mensen eerder',
      some: 'door jou ingehaald: {friends} vrienden, elk geteld als {n} mensen eerder',
      capped:
        'door jou ingehaald: {friends} vrienden, van wie er {of} elk tellen als {n} mensen eerder',
    },
    passedBy: {
      none: 'later bevestigd en jou voorbij',
      some: 'later bevestigd en jou voorbij, met vrienden van henzelf',
    },
    sum: 'voor je, dus je plaats is {place}.',
    rules: 'Hoe de rij werkt',
  },
  rewards: {
    label: 'Volgende beloning',
    title: {
      one: 'Nog één vriend.',
      some: 'Nog {n} vrienden.',
      none: 'Niets meer te verdienen.',
      held: {
        one: 'Eén wordt voor je vastgehouden.',
        some: '{n} worden voor je vastgehouden.',
      },
    },
    states: {
      toGo: 'nog {n}',
      reached: 'Vastgehouden',
      yours: 'Van jou',
      takenBack: 'Teruggenomen',
      gone: 'Op',
      withdrawn: 'Ingetrokken',
    },
    left: 'Nog {left} van {of}, stand van {time}.',
    number: 'Die van jou is nummer {n}.',
    held: 'Bereikt op {date}. Van jou vanaf {time}, als je vrienden blijven.',
    byOffer: 'Je hebt hem al: je bevestigde toen er nog waren.',
    takenBack:
      'Een aanmelding telt niet meer mee, dus het is {n} van {of}. Nog {left}, en hij is terug.',
    goneAt: 'De laatste ging weg op {date}.',
    note: 'Een vriend telt mee zodra die bevestigt. Wie zich uitschrijft, van wie mail terugkomt, of wie geen ander mens blijkt te zijn, telt niet meer mee; we zeggen nooit wie. Een beloning wordt {holdTime} vastgehouden voordat die van jou is, en wat van jou is, blijft van jou.',
  },
  figure: {
    label: 'De rij',
    caption: 'Fig. 3 – De rij, en detail A rond jouw plaats. Eén streepje is één mens.',
    you: 'jij, {place}',
    oneMore: 'nog één vriend = {n} eerder, plaats {place}',
    oneMoreShort: 'nog één vriend = {n} eerder',
    says: 'De rij van 1 tot {of}. Jij staat op {place} van {n}.',
    more: 'Met nog één vriend zou je tellen als {n} mensen eerder, op plaats {place}.',
  },
}
