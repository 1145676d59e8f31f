import type { lineMe as english } from '../en/line-me.ts'
import { whoWaits } from './line-rules.ts'

export const lineMe: typeof english = {
  title: 'Je plaats',
  above: 'Je plaats, vandaag',
  dials: {
    before: 'voor je',
    behind: 'achter je',
    friends: { one: 'vriend telt mee', some: 'vrienden tellen mee' },
    lookedAt: 'in beoordeling',
  },
  chart: {
    caption: 'Fig. 4 – Je plaats, elke keer dat die veranderde.',
    says: 'Je plaats: {steps}.',
    point: '{date} {place}',
    now: 'nu {place}',
  },
  crowd: { label: 'Wij allemaal', of: 'van {n}', goal: '{n} is gehaald.' },
  invited: {
    title: 'Je staat vooraan. Je bent aan de beurt.',
    text: 'Er wordt een plek voor je vastgehouden tot {date} om {time}. De link ernaartoe staat in de mail die we je stuurden, en nergens anders.',
  },
  taken: 'Je plek is van jou, sinds {date}.',
  waits: {
    text: 'Je plaats wacht tot {date}.',
    whileOpen: 'Kom voor die tijd terug, en plaats en vrienden zijn zoals ze waren.',
  },
  quiz: { label: 'Quiz', saved: 'Bewaard op {date}' },
  kept: {
    label: 'Wat we bewaren',
    line: {
      title: 'De rij',
      order:
        'Je bevestiging is nummer {n}. Niemand anders krijgt dat nummer, en alles over je plaats volgt eruit, samen met je vrienden.',
      friends: 'Vrienden in getallen: {friends} meegeteld, {lookedAt} in beoordeling.',
      lookedAt: `Deze wachten op een beoordeling. ${whoWaits}`,
      placeOnly:
        'Van wie meetelt, {n} alleen voor je plaats[rewards:  en niet voor beloningen]: niemand heeft ernaar gekeken.',
      byLink:
        'Je kwam via iemands link. Tel je voor die persoon mee, dan ziet die een getal, nooit wie.',
      byNobody: 'Je kwam zonder uitnodigingslink.',
      move: {
        confirmed: '{date}: plaats {place}, toen je bevestigde.',
        friend: '{date}: plaats {place}, toen een vriend meetelde.',
        'friend-less': '{date}: plaats {place}, toen een aanmelding niet meer meetelde.',
        invited: '{date}: plaats {place}, toen je werd uitgenodigd.',
        back: '{date}: plaats {place}, toen je terug was in de rij.',
        end: '{date}: plaats {place}, met een nieuw nummer na {missedSpotsInWords} gemiste plekken.',
      },
      reward: {
        reached: '{reward}: bereikt op {date}.',
        'taken-back': '{reward}: teruggenomen op {date}.',
        yours: '{reward}: van jou sinds {date}.',
        gone: '{reward}: op {date} was er geen meer over.',
        withdrawn: '{reward}: ingetrokken op {date}. {note}',
      },
      number: '{reward}, nummer {n}',
      spot: 'Ronde {n}: uitgenodigd op {date} op plaats {place}, tot {time}; {state}. Van de code bewaren we een vingerafdruk.',
      spotStates: {
        invited: 'open',
        came: 'genomen',
        expired: 'niet gebruikt',
        passed: 'voorbij laten gaan',
        left: 'opgegeven toen je je uitschreef',
      },
    },
    link: {
      title: 'Op je link',
      code: 'De code {code}, sinds {date}.',
      named: 'Wie hem opent, leest de voornaam {name}.',
      unnamed: 'Geen naam.',
      rename: 'Wijzig of verwijder de naam',
    },
    news: {
      title: 'Mails over vrienden',
      on: 'Als een vriend bevestigt, zegt één mail dat, hooguit één {newsEach}.',
      stopped: 'Gestopt op {date}. Alle andere mails blijven komen.',
    },
    device: {
      title: 'Dit apparaat',
      remembered: 'Eén cookie onthoudt je hier, hooguit {deviceInWords}.',
      forgotten: 'Hier wordt niets onthouden.',
    },
  },
  out: {
    label: 'De uitgang',
    title: 'Weggaan kan altijd.',
    text: 'Schrijf je je uit, dan schuift iedereen achter je één plaats op, en houden je vrienden hun plaats.',
    whileOpen:
      'Kom binnen {returnTime} terug en je plaats is nog van jou; daarna begin je achteraan.',
    jump: 'Uitschrijven',
  },
  acts: {
    name: {
      link: 'Toon je voornaam aan wie hem opent',
      title: 'Je naam op de link?',
      text: 'Wie je link opent, leest dan dat hij van jou komt. We gebruiken de naam nergens anders, in geen enkele mail, en wissen hem als je hem verwijdert, of met al het andere.',
      button: 'Toon hem',
    },
    'new-link': {
      link: 'Geef de link een andere code',
      title: 'Een nieuwe link?',
      text: 'Je link krijgt een andere code. De oude opent de pagina nog, maar telt niet meer voor jou. Vrienden die meetellen, blijven.',
      button: 'Vernieuw mijn link',
    },
    'stop-news': {
      link: 'Stop deze mails',
      title: 'Geen mails over vrienden?',
      text: 'Je krijgt geen mails meer als een vriend bevestigt. Alle andere mails blijven komen, en je eigen pagina zegt wie er meetelt, als getal.',
      button: 'Stop deze mails',
    },
    news: {
      link: 'Stuur ze weer',
      title: 'Weer mails over vrienden?',
      text: 'Als een vriend bevestigt, zegt één mail dat, hooguit één {newsEach}.',
      button: 'Stuur ze weer',
    },
    remember: {
      link: 'Toon mijn plaats op de homepage van dit apparaat',
      title: 'Je hier onthouden?',
      text: 'De homepage toont je plaats dan in deze browser. Daar is één cookie voor nodig, hooguit {deviceInWords}. Doe het alleen op een apparaat van jezelf.',
      button: 'Onthoud me hier',
    },
    forget: {
      link: 'Vergeet het hier',
      title: 'Je hier vergeten?',
      text: 'De cookie van deze browser wordt gewist. Je plaats blijft zoals hij is.',
      button: 'Vergeet het hier',
    },
  },
  back: 'Terug naar je pagina',
  name: {
    label: 'Voornaam',
    hint: 'Alleen letters, hooguit {nameLetters}.',
    wrong: 'We kunnen alleen letters tonen, hooguit {nameLetters}.',
    remove: 'Toon geen naam',
  },
  leave: {
    ask: {
      chip: 'Uitschrijven?',
      above: 'Dit zou je opgeven',
      text: 'Iedereen achter je schuift één plaats op. Er wordt geen mail meer gestuurd.',
      whileOpen:
        'Kom binnen {returnTime} terug en de plaats is weer van jou; daarna begin je achteraan.',
      stay: 'Houd mijn plaats',
      spot: {
        held: {
          text: 'De plek die voor je wordt vastgehouden tot {date} om {time}, gaat naar de volgende in de rij. Er wordt geen mail meer gestuurd.',
          whileOpen: 'Kom binnen {returnTime} terug en je staat waar je stond, zonder de plek.',
        },
        taken: 'De plek die je nam, blijft van jou, met de code. Er wordt geen mail meer gestuurd.',
        stay: 'Blijf op de lijst',
      },
      level: 'Het peil daalt met één',
      without: 'van {n}, zonder jou',
    },
    left: {
      chip: 'Uitgeschreven',
      one: 'Je plaats wacht. Nog een dag.',
      some: 'Je plaats wacht. Nog {n} dagen.',
      text: 'Naar dit adres gaat geen mail meer.',
      whileOpen:
        'Meld je er vóór {date} opnieuw mee aan, en plaats en vrienden zijn zoals ze waren.',
      erase: 'Of laat niets bewaren:',
    },
  },
}
