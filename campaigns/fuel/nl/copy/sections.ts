import type { sections as english } from '../../copy/sections.ts'

export const sections: typeof english = {
  strip: {
    label: 'Live-teller',
    messages: [
      'Deze batch: nog {n} early-access-plekken',
      '{n}% vol - laatste batch over enkele uren',
      'Laatste oproep - elitetoegang sluit bijna',
    ],
  },
  contents: {
    ref: '01 – Inhoud',
    title: ['Eén stack.', 'Eén coach.'],
    lead: 'Het Fuel Protocol is een stack van supplementen met nano-delivery, en een AI-coach die hem in je dag inpast. Aanmelden is gratis. Bestellen kan zodra de early access begint.',
    facts: [
      {
        name: 'Gebruik',
        text: [
          'Naast slaap, eten en training. Nooit in plaats ervan.',
          'Vorm: {form}.',
          'Dosis: {dose}.',
        ],
      },
      {
        name: 'Opent',
        text: [
          'Voor {invitations} genodigden, {invitationsMonthsAhead} maanden eerder dan voor alle anderen.',
          'Datum: {date}.',
        ],
      },
      { name: 'Prijs', text: ['Early-bird: {price}. Na de early-bird: {later}% meer.'] },
      { name: 'Founding', text: ['De eerste {founding} krijgen founding status.'] },
      { name: 'Voor', text: ['Oprichters, vechters, atleten en contentmakers.'] },
    ],
    callouts: [
      {
        name: '3 Nano-delivery',
        text: [
          'Elke werkzame stof reist in een drager die je in nanometers meet.',
          'Hier één, uitvergroot.',
        ],
      },
      { name: '4 De stack', text: ['Wat je neemt: {contents}.'] },
      {
        name: '5 De coach',
        text: ['AI-coaching, dag na dag.', 'Bètatoegang is je eerste beloning.'],
      },
      {
        name: '6 Jouw protocol',
        text: [
          'Vier vragen vinden je type.',
          '{SequenceMailsInWords} in {sequenceTimeInWords} zetten het aan het werk.',
        ],
      },
    ],
    figure: 'Fig. 1 – Het Fuel Protocol, uit elkaar getekend. Niet op schaal.',
    label: {
      sample: {
        title: 'Voedingssupplement',
        serving: 'Eén ampul, 25 ml',
        rows: [
          ['L-tyrosine', '500 mg'],
          ['L-theanine', '200 mg'],
          ['Cafeïne', '100 mg'],
          ['Magnesium', '100 mg'],
          ['Vitamine C', '80 mg'],
          ['Zink', '5 mg'],
          ['Vitamine D3', '10 µg'],
          ['Vitamine B12', '2,5 µg'],
        ],
      },
    },
    note: {
      sample: {
        text: 'We zetten elk ingrediënt met zijn hoeveelheid op het etiket. Geen mengsels, geen fantasienamen: je hoort te weten wat je neemt. Doe je aan wedstrijden, laat dit etiket dan eerst aan je begeleiders zien.',
        by: 'Hoofd formulering, Fuel Protocol',
      },
    },
  },
  earlyBird: {
    ref: 'Early-bird-prijs nog',
    units: ['dagen', 'uren', 'minuten', 'seconden'],
    after: 'Na de early-bird betaal je {n}% meer',
  },
  proof: {
    title: 'Geladen door mensen die niet op maandag wachten.',
    audience: 'presteerders',
  },
  video: {
    ref: '02 – Vooruitblik',
    title: 'ZIE WAT ERIN ZIT',
    tag: 'Voorproefje van {n} min • Alleen voor leden',
    play: 'Speel het voorproefje af',
    watching: 'kijken mee',
    average: 'gemiddeld gekeken',
    request: 'vraagt daarna toegang',
    cta: 'Krijg early access',
    overlay: {
      title: 'Video beschikbaar na aanmelding',
      text: 'Kom op de wachtlijst en ontgrendel exclusieve content',
      join: 'Op de wachtlijst',
    },
  },
  quiz: {
    ref: '03 – Jouw type',
    title: 'Vier klikken. Eén type.',
    text: 'Vier vragen laten zien welk systeem je draagt en welk het eerst inzakt. Daar begint je protocol.',
    cta: 'Vind mijn type',
    types: ['Focus Optimizer', 'Energy Maximizer', 'Stress Optimizer', 'Motivation Catalyst'],
    axes: ['Focus', 'Energie', 'Stress', 'Motivatie'],
  },
  exclusivity: {
    ref: '04 – Toegang',
    title: ['STRIKT GEHEIM', 'PROJECT ASCEND'],
    spots: 'van {n} plekken in Project Ascend over, wereldwijd',
    program: {
      title: 'PROGRAMMA MET BEPERKTE TOEGANG',
      perks: [
        { number: '{invitations}', text: 'genodigden voor early access' },
        { number: '{invitationsMonthsAhead}', text: 'maanden vóór de publieke lancering' },
        { number: '{invitationsSkipped}+', text: 'mensen op de wachtlijst. Jij slaat ze over.' },
      ],
    },
    closes: 'Project Ascend sluit over',
    units: ['uren', 'minuten', 'seconden'],
    who: {
      title: 'NIET VOOR IEDEREEN',
      not: {
        title: 'Niets voor jou als',
        items: [
          'Je een snelle oplossing zoekt',
          'Je hard werk uit de weg gaat',
          'Je genoegen neemt met gemiddeld',
        ],
      },
      yes: {
        title: 'Iets voor jou als',
        items: [
          'Discipline je identiteit is',
          'Je obsessief blijft aanscherpen',
          'Je topresultaten eist',
        ],
      },
    },
    ask: 'Kom jij in aanmerking voor early access?',
    cta: 'Krijg early access',
  },
  faq: null,
  final: {
    ref: '05 – Meedoen',
    title: 'De eerste {founding} krijgen founding status.',
    text: 'Laat je e-mailadres achter en bevestig. Je nummer is de volgorde waarin je bevestigt.',
    cta: 'Word founding member',
    levels: [
      'Elitetoegang eindigt vandaag.',
      'BEPERKTE TIJD - Minder dan 3 uur.',
      'SCHIET OP - Nog maar 2 uur.',
      'LAATSTE KANS - De toegang sluit over 60 minuten.',
    ],
    closes: 'Founding-plekken sluiten over',
    units: ['uren', 'minuten', 'seconden'],
    figure: 'Fig. 2 – Het Fuel Protocol, in elkaar gezet',
  },
  bars: {
    spots: 'plekken over',
    uncounted: 'Founding status: de eerste 3.000.',
    placeholder: 'Je e-mailadres',
    cta: 'Word founding member',
    join: 'Op de wachtlijst',
    reminder: 'Nog maar {n} plekken',
  },
  recent: {
    text: '{name} uit {city} heeft zich net aangemeld',
    ago: '{n} minuten geleden',
  },
  exit: {
    ref: 'Early-bird',
    title: '{exitDiscountPercent}% korting, voor je gaat.',
    terms: [
      { name: 'Early-bird-korting', value: '{exitDiscountPercent}%' },
      { name: 'Aan bonussen', value: '{exitBonus}' },
    ],
    valid: 'Geldig voor de volgende',
    validUnit: 'aanmeldingen',
    cta: 'Claim {exitDiscountPercent}% korting',
  },
  stay: {
    title: 'Wacht. Laat je brandstof niet achter.',
    items: [
      'Een geheime beloning voor de eerste {mysteryReward}',
      'Bètatoegang tot de AI',
      'Geen spam',
    ],
    cta: 'Houd mijn plek',
  },
  updates: { title: 'Nieuws vóór de lancering' },
  footer: {
    note: 'De cijfers op deze pagina zijn gesimuleerd. De resultaten zijn beweringen van het merk zelf.',
  },
}
