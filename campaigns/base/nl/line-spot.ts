import type { lineSpot as english } from '../en/line-spot.ts'

export const lineSpot: typeof english = {
  open: {
    chip: 'Plaats {place}, ronde {wave}',
    title: 'Je staat vooraan. Je bent aan de beurt.',
    text: 'Er wordt een plek voor je vastgehouden tot {until}. Laat je hem voorbijgaan, dan krijgt de volgende in de rij hem en blijf jij nog één ronde vooraan staan.',
    last: 'Er wordt een plek voor je vastgehouden tot {until}. Laat je hem voorbijgaan, dan krijgt de volgende in de rij hem en krijg jij een nieuw nummer, alsof je net had bevestigd. Je vrienden tellen nog mee.',
    ofType: 'Deze ronde is voor mensen met één quiztype: {type}.',
    take: 'Neem de plek',
    pass: 'Laat hem gaan',
    clock: {
      name: 'Tijd tot de plek vervalt',
      units: [
        { one: 'dag', some: 'dagen' },
        { one: 'uur', some: 'uur' },
        { one: 'minuut', some: 'minuten' },
      ],
      note: 'Volgens de klok van onze server, om {time}. Dan is het voorbij, verlengd wordt er niet.',
    },
  },
  came: {
    chip: 'Ronde {wave}',
    title: 'De code werkt één keer. Hij is van jou.',
    text: 'De plek is van jou. Bewaar deze code voor de shop.',
    code: 'Jouw code',
    used: 'De shop gebruikte hem op {date}.',
    shop: 'Naar de shop',
  },
  expired: {
    chip: 'Vastgehouden tot {until}',
    title: 'De volgende krijgt hem. Te laat.',
    text: 'Tot dan kon je de plek nemen. Je eigen pagina zegt waar je nu staat: de link ernaartoe staat onder aan elke mail van ons.',
  },
  passed: {
    chip: 'Ronde {wave}',
    title: 'De volgende krijgt hem. Voorbij.',
    text: 'Je liet de plek voorbijgaan. Je eigen pagina zegt waar je nu staat: de link ernaartoe staat onder aan elke mail van ons.',
  },
  left: {
    chip: 'Ronde {wave}',
    title: 'Je bent uitgeschreven.',
    text: 'Dus ging de plek naar de volgende in de rij.',
    whileOpen: 'Je kunt altijd opnieuw in de rij gaan staan.',
  },
  busy: {
    title: 'Nu even niet.',
    text: 'Er kwamen te veel verkeerde codes vanaf jouw netwerk. Je plek is niet verloren: open de link in de mail over een paar minuten opnieuw.',
  },
}
