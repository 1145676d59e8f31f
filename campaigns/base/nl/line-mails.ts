import type { lineMails as english } from '../en/line-mails.ts'

export const lineMails: typeof english = {
  asOf: '{before} voor je, {behind} achter je, op {asOf}',
  page: 'Open je pagina',
  account: {
    confirmedBefore: 'eerder bevestigd en nog in de rij',
    passed: { one: 'ingehaald dankzij één vriend', many: 'ingehaald dankzij {friends} vrienden' },
    passedBy: 'haalden jou in',
    before: 'voor je',
  },
  ladder: {
    locked: { one: '{reward}: nog één vriend', many: '{reward}: nog {n} vrienden' },
    reached: '{reward}: bereikt, van jou op {due}',
    yours: '{reward}: van jou',
    gone: '{reward}: op sinds {gone}',
    left: 'Nog {left} van {limit}, op {asOf}',
  },
  welcome: {
    subject: 'Je bent erbij: plaats {place}',
    preview: '{before} voor je. Je eigen link staat erin.',
    title: 'Je bent erbij. Plaats',
    share: 'Deel je link',
    link: 'Jouw link',
    linkNote: 'Wij mailen je vrienden nooit. Jij deelt de link.',
    ladder: 'Wat vrienden je opleveren',
    friend: {
      name: 'Elke vriend die bevestigt',
      text: 'Telt alsof je {perFriend} mensen eerder had bevestigd.',
    },
  },
  friend: {
    subject: {
      one: 'Er kwam een vriend bij: je staat op {place}',
      many: 'Er kwamen {more} vrienden bij: je staat op {place}',
    },
    preview: {
      one: 'Iemand bevestigde via jouw link.',
      many: '{more} mensen bevestigden via jouw link.',
    },
    title: { one: 'Er is een vriend bij. Plaats', many: '{more} vrienden erbij. Plaats' },
    more: {
      one: 'Weer een vriend bevestigd.',
      many: '{more} vrienden bevestigd.',
    },
    fewer: {
      one: 'Eén aanmelding telt niet meer.',
      many: '{fewer} aanmeldingen tellen niet meer.',
    },
    reached: '{reward} is bereikt. Op {due} is die van jou, als je vrienden blijven.',
    next: {
      one: 'Daarna: nog één vriend, {reward}.',
      many: 'Daarna: nog {n} vrienden, {reward}.',
    },
    often: 'Hooguit één zo’n mail {newsEach}.',
    stop: 'Geen mails meer over vrienden',
  },
  reward: {
    subject: '{reward} is van jou',
    preview: 'Het bleef {holdTime} zo. Van jou is van jou.',
    title: '{reward} is van jou.',
    label: 'Beloning {n} van {of}',
    text: 'Van jou is van jou, wat je vrienden ook doen.',
    number: 'Jouw nummer, van {limit}',
  },
  turn: {
    subject: 'Je bent aan de beurt: een plek tot {until}',
    preview: 'Je staat vooraan. De plek wordt voor je vastgehouden.',
    title: 'Je bent aan de beurt.',
    label: 'Ronde {wave}',
    text: 'Je staat vooraan in de rij, en er wordt een plek voor je vastgehouden tot {until} (tijd in {zone}). Je code:',
    ofType: 'Deze ronde is voor mensen met één quiztype: {type}.',
    code: 'Werkt één keer, tot {until}',
    button: 'Neem de plek',
    pass: 'Nu niet? Laat hem voorbijgaan: de plek gaat naar de volgende in de rij. Sla je één keer over, dan houd je je plaats. Na de tweede keer sta je achteraan; je vrienden tellen nog mee.',
  },
}
