import type { lineMails as english } from '../en/line-mails.ts'

export const lineMails: typeof english = {
  asOf: '{before} voor je, {behind} achter je, op {asOf}',
  page: 'Open je pagina',
  account: {
    confirmedBefore: 'eerder bevestigd en nog in de rij',
    passed: { one: 'haalde je in, met één vriend', many: 'haalde je in, met {friends} vrienden' },
    passedBy: 'later bevestigd en jou voorbij',
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
    order: 'Je plaats is de volgorde waarin je bevestigde.',
    account:
      'Eerder bevestigd en nog in de rij: {confirmedBefore}. Door jou ingehaald: {passed}, en jou voorbij: {passedBy}.',
    friend:
      'Elke vriend die via jouw link bevestigt, telt alsof je {perFriend} mensen eerder had bevestigd.',
    link: 'Jouw link',
    linkNote: 'Jij stuurt hem, niet wij: niemand die je kent krijgt mail van ons.',
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
    title: { one: 'Een vriend erbij. Plaats', many: '{more} vrienden erbij. Plaats' },
    more: {
      one: 'Er telt één persoon meer die via jouw link kwam.',
      many: 'Er tellen {more} mensen meer die via jouw link kwamen.',
    },
    fewer: {
      one: 'Eén aanmelding telt niet meer.',
      many: '{fewer} aanmeldingen tellen niet meer.',
    },
    reached: '{reward} is bereikt. Blijft dat {holdTime} zo, dan is die van jou op {due}.',
    next: {
      one: 'Daarna: nog één vriend, {reward}.',
      many: 'Daarna: nog {n} vrienden, {reward}.',
    },
    often: 'Hooguit één zo’n mail {newsEach}.',
    stop: 'Deze niet meer, de andere wel',
  },
  reward: {
    subject: '{reward} is van jou',
    preview: 'Het bleef {holdTime} zo. Wat van jou is, blijft van jou.',
    title: '{reward} is van jou.',
    label: 'Beloning {n} van {of}',
    text: 'Het bleef {holdTime} zo. Wat van jou is, blijft van jou, wat je vrienden ook doen.',
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
    pass: 'Nu niet? Laat hem voorbijgaan: de plek gaat naar de volgende in de rij. Is dit de eerste die je mist, dan blijf je nog één ronde vooraan staan; na de tweede krijg je een nieuw nummer, alsof je net had bevestigd. Je vrienden tellen nog mee.',
  },
}
