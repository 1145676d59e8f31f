import { dutchLineMails, type lineMails as english } from '../en/line-mails.ts'

/** Without names of rewards of their own: in this language they are those of the line. */
const { rewardNames: _, ...words } = dutchLineMails

export const lineMails: typeof english = {
  ...words,
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
  turn: {
    ...words.turn,
    pass: 'Nu niet? Laat hem voorbijgaan: de plek gaat naar de volgende in de rij. Is dit de eerste die je mist, dan blijf je nog één ronde vooraan staan; na de tweede krijg je een nieuw nummer, alsof je net had bevestigd. Je vrienden tellen nog mee.',
  },
}
