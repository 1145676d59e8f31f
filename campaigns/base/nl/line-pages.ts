import type { linePages as english } from '../en/line-pages.ts'

export const linePages: typeof english = {
  ask: {
    title: 'Nog één klik. Bevestig je plek.',
    text: 'Je plaats staat vast op het moment dat je bevestigt.',
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
    perFriend: 'plaatsen omhoog voor elke vriend die bevestigt',
  },
  link: {
    label: 'Jouw link',
    copy: 'Kopieer je link',
    copied: 'Gekopieerd',
    selected: 'Geselecteerd: kopieer hem nu',
    share: 'Deel…',
    mail: 'E-mail',
    note: 'Wij mailen je vrienden nooit. Jij deelt de link en ziet een getal, nooit namen.',
  },
  account: {
    label: 'Waarom {place}',
    title: 'Hoe je hier kwam.',
    untouched: 'Deze plaats is alleen van jou.',
    confirmedBefore: 'bevestigden vóór jou',
    passed: {
      none: 'ingehaald: nog geen vriend van je heeft bevestigd',
      one: 'ingehaald dankzij één vriend ({n} plaatsen)',
      some: 'ingehaald dankzij {friends} vrienden (elk {n} plaatsen)',
      capped: 'ingehaald dankzij {friends} vrienden, van wie er {of} tellen (elk {n} plaatsen)',
    },
    passedBy: {
      none: 'haalden jou in',
      some: 'haalden jou in met vrienden van henzelf',
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
    byOffer: 'Je hebt er al een: je was een van de eersten.',
    takenBack:
      'Een aanmelding telt niet meer mee, dus het is {n} van {of}. Nog {left}, en hij is terug.',
    goneAt: 'De laatste ging weg op {date}.',
    note: 'Een vriend telt mee zodra die bevestigt. Wie zich uitschrijft, van wie e-mail terugkomt, of wie jij zelf blijkt te zijn, telt niet meer mee. We zeggen nooit wie. Een beloning wordt {holdTime} vastgehouden voordat die van jou is, en blijft daarna van jou.',
  },
  figure: {
    label: 'De rij',
    caption: 'Fig. 3 – De rij, en detail A rond jouw plaats. Eén streepje is één mens.',
    you: 'jij, {place}',
    oneMore: 'nog één vriend = {n} eerder, plaats {place}',
    oneMoreShort: 'nog één vriend = {n} eerder',
    says: 'De rij van 1 tot {of}. Jij staat op {place} van {n}.',
    more: 'Met nog één vriend ga je {n} plaatsen omhoog, naar plaats {place}.',
  },
}
