import type { lineRules as english } from '../en/line-rules.ts'
import { linePages } from './line-pages.ts'

/** LINE-5, on the page of the rules and on a person's own page. */
export const whoWaits =
  'Meer dan {network} mensen uit één netwerk binnen {lineNetworks}, jij meegerekend; meer dan {domain} vrienden met adressen van één domein, tenzij het een grote mailprovider is; meer dan {hour} vrienden binnen {linkTimeInWords}; een adres dat van jou of van een andere vriend is, anders gespeld; een wegwerpmailbox.'

export const lineRules: typeof english = {
  link: 'Hoe de rij werkt',
  chip: 'De regels, voluit',
  title: 'Voordringen kan niet. De rij.',
  lead: 'Je plaats is het aantal mensen voor je, plus één. Die wordt geteld als je kijkt, nooit met de hand gezet, en geen twee mensen hebben dezelfde.',
  dials: {
    press: 'klik zet je in de rij, achteraan',
    friend: 'plaatsen per vriend die bevestigt',
    most: 'plaatsen hooguit, met {cap} vrienden of met duizend',
  },
  formula: {
    label: 'In één regel',
    order: 'volgorde',
    friends: '− {n} × vrienden',
    text: {
      friends:
        'Volgorde is het nummer van je bevestiging: 1 voor de eerste. Hierop is de rij gesorteerd, het laagste eerst. Zijn er twee gelijk, dan staat wie eerder bevestigde ervoor.',
      order:
        'Volgorde is het nummer van je bevestiging: 1 voor de eerste. Hierop is de rij gesorteerd, en op niets anders.',
    },
  },
  example: {
    place: 'Plaats',
    order: 'Volgorde',
    friends: 'Vrienden',
    key: 'Telt als',
    note: 'Een voorbeeld van vier. Nummer {later} haalde nummer {passed} in, en niet nummer {tied}, die even hoog telt en eerder bevestigde.',
  },
  rules: {
    title: 'Regels',
    list: [
      {
        title: 'Je komt in de rij als je bevestigt.',
        text: 'Niet als je je adres intypt. De volgorde is die waarin onze server de klikken opsloeg, dus gelijke standen zijn er niet.',
      },
      {
        title: 'Een vriend telt mee zodra die bevestigt.',
        text: 'De aanmelding waarvan ze de mail openen, bepaalt wiens vriend ze zijn. Ieder telt alsof je {n} mensen eerder had bevestigd. Er tellen er hooguit {cap}; meer zijn welkom en verschuiven niets. Een adres dat al eerder op de lijst stond, telt voor niemand.',
        where: 'friends',
      },
      {
        title: 'Vrienden veranderen geen plaats.',
        text: 'Je kunt je link doorgeven; de volgorde blijft die van de klikken.',
        where: 'order',
      },
      {
        title: 'Een vriend kan ophouden mee te tellen.',
        text: 'Als die zich uitschrijft of alles wist, als mail terugkomt, of als jij het zelf blijkt te zijn. Je hebt dan de plaats die je zonder die vriend had gehad. We zeggen nooit wie of waarom. Is die binnen {returnTime} terug, dan telt die weer mee.',
        where: 'friends',
      },
      {
        title: 'Sommigen wachten op een beoordeling.',
        text: `${whoWaits} Niemand wordt daarom een plaats geweigerd. Een mens kijkt ernaar, en na {rulingTime} zonder oordeel telt zo’n vriend mee voor je plaats.[rewards:  Een beloning wacht altijd op het oordeel.]`,
        where: 'friends',
      },
      {
        title: 'Wie zich uitschrijft, maakt ruimte.',
        text: 'Iedereen erachter schuift meteen één plaats op. Wie binnen {returnTime} terug is, krijgt de plaats terug; wie later komt, begint achteraan.',
      },
      {
        title: 'Plekken worden vooraan gegeven.',
        text: 'Zijn er 50, dan krijgen de eerste 50 de vraag en verlaten zij de rij; alle anderen schuiven er 50 op. Antwoorden kan tot de dag in de mail. Wie de plek voorbij laat gaan, blijft nog één ronde vooraan staan, en krijgt daarna een nieuw nummer, alsof die net had bevestigd; de vrienden tellen nog mee.[quiz:  Een ronde kan voor één type van de quiz zijn; de mail zegt dat dan.]',
      },
      {
        title: 'Beloningen worden {holdTime} vastgehouden voordat ze van jou zijn.',
        text: 'Tot dan kunnen ze worden teruggenomen. Wat van jou is, blijft van jou, wat je vrienden ook doen, tenzij jij die vrienden zelf blijkt te zijn.',
        where: 'rewards',
      },
      {
        title: 'Je ziet jezelf en totalen.',
        text: 'Je plaats, hoeveel mensen er voor en achter je staan, hoeveel vrienden meetellen. Niemand ziet de plaats of het adres van een ander. Op je link staat alleen een voornaam als je er daarvoor een intypte. Een lijst van de besten is er niet.',
      },
      {
        title: 'Niemand kan een plaats kopen, verkopen of krijgen.',
        text: 'Ook wij kunnen er geen invullen. Zetten we iemand stop die vals speelt, dan sluit de rij zich daarachter.',
      },
    ],
    limited: '{limit} in totaal, en na de laatste geen meer.',
  },
  changes: {
    title: 'Wijzigingen',
    friends: 'Vanaf {date}: {n} mensen eerder per vriend, {cap} tellen mee.',
    order: 'Vanaf {date}: alleen de volgorde van de bevestigingen.',
  },
  figure: {
    ...linePages.figure,
    caption:
      'Fig. 3 – Een voorbeeld van de rij, en detail A rond één plaats. Eén streepje is één mens.',
    you: 'plaats {place}',
    says: 'Een voorbeeld van een rij van 1 tot {of}, met {n} mensen. Een van hen staat op {place}.',
    more: 'Nog één vriend zou tellen als {n} mensen eerder: plaats {place}.',
  },
}
