/** The quiz in Dutch, in the order of its questions and options; the names of the types are English. */
export const quiz = {
  typeNameLang: 'en',
  questions: [
    {
      question: 'Wanneer draai je op volle kracht?',
      subtitle: 'Denk aan een gewone werkdag, niet aan je beste.',
      options: [
        { text: 'In de eerste uren, met de deur dicht en de telefoon weg.' },
        { text: 'Bijna de hele dag, zolang ik op tijd eet en beweeg.' },
        { text: 'Zodra het stil wordt en niemand meer iets van me wil.' },
        { text: 'Op dagen waarop er iets te winnen valt.' },
      ],
    },
    {
      question: 'Wat haalt je uit je concentratie?',
      subtitle: 'Kies wat je deze week het vaakst overkwam.',
      options: [
        { text: 'Weinig. Wie me nodig heeft, moet twee keer roepen.' },
        { text: 'Stilzitten. Na een wandeling of een training denk ik scherper.' },
        { text: 'De haast van anderen. Zelf houd ik het hoofd koel.' },
        { text: 'Werk zonder doel. Geef me een reden en ik zit er weer in.' },
      ],
    },
    {
      question: 'De druk loopt op. Wat doe je?',
      subtitle: 'Morgen is de deadline en er gaat iets mis.',
      options: [
        { text: 'Alles dicht. Eén taak af, dan pas de volgende.' },
        { text: 'Eerst een half uur bewegen, dan met een fris hoofd verder.' },
        { text: 'Rustig ademen, opschrijven wat vandaag telt, de rest laten liggen.' },
        { text: 'Dan sta ik aan. Onder druk doe ik mijn beste werk.' },
      ],
    },
    {
      question: 'Hoe haalde je je laatste echte doel?',
      subtitle: 'Eén die je echt hebt gehaald.',
      options: [
        { text: 'Met vaste blokken in mijn week, en niets ertussen.' },
        { text: 'Eerst slaap, eten en training op orde. De rest volgde.' },
        { text: 'Elke dag een beetje, ook op slechte dagen.' },
        { text: 'Omdat ik wist waar ik het voor deed, en er iemand meekeek.' },
      ],
    },
  ],
  types: {
    focus: {
      title: 'Focus Optimizer',
      description:
        'Je sterkste systeem is aandacht. Zit je eenmaal in een taak, dan blijf je erin en maak je af waar je aan begint. De keerzijde: je vergeet te eten, te drinken en op tijd te stoppen, en betaalt daar in de middag voor.',
      recommendation:
        'Bescherm twee blokken van 90 minuten per dag, het eerste binnen twee uur na het opstaan. Drink in het eerste uur een halve liter water en eet vóór het tweede blok iets met eiwit. Laatste koffie acht uur voor je naar bed gaat. Sluit elk blok af met tien minuten lopen: je aandacht herstelt sneller op je benen dan op een scherm.',
      bottleneck:
        'Je aandacht versnippert het eerst. Begin morgen met één blok van 45 minuten zonder telefoon in de kamer.',
    },
    energy: {
      title: 'Energy Maximizer',
      description:
        'Je sterkste systeem is je lijf. Met slaap, eten en beweging op orde draai je een hele dag door zonder dip. De keerzijde: zodra een van de drie wegvalt, zakt de rest mee, en dat merk je dezelfde dag.',
      recommendation:
        'Sta elke dag binnen hetzelfde half uur op, ook in het weekend, en ga binnen een uur naar buiten. Eet drie vaste maaltijden met 25 tot 40 gram eiwit, de grootste portie koolhydraten rond je training. Train drie keer per week, waarvan één keer rustig genoeg om te praten. Plan je zwaarste werk in de twee uur na bewegen.',
      bottleneck:
        'Je energie zakt het eerst in. Let deze week alleen op een vaste opstatijd en een ontbijt met eiwit.',
    },
    stress: {
      title: 'Stress Optimizer',
      description:
        'Je sterkste systeem is rust. Waar anderen versnellen, houd jij overzicht en kies je wat blijft liggen. De keerzijde: je vangt ook de druk van anderen op, en die bouwt zich op zonder dat je het ziet.',
      recommendation:
        'Zet twee rustpunten vast: vijf minuten langzaam ademen voor de lunch, met een uitademing die langer duurt dan de inademing, en een avond zonder scherm in het laatste half uur. Schrijf om vijf uur de drie taken van morgen op, zodat ze niet mee naar bed gaan. Twee rustige duurtrainingen per week doen hier meer dan één zware.',
      bottleneck:
        'Druk kost je het meest. Plan na elk zwaar blok vijf minuten waarin niets hoeft, en houd je daar een week aan.',
    },
    motivation: {
      title: 'Motivation Catalyst',
      description:
        'Je sterkste systeem is drive. Met een doel dat ertoe doet breng je jezelf en anderen op gang. De keerzijde: zonder wedstrijd of deadline valt de motor stil, en na een piek komt een leegte.',
      recommendation:
        'Knip je doel in weken: elke maandag één uitkomst die je kunt aanwijzen, elke vrijdag tien minuten terugkijken met iemand die meetelt. Leg na elke piek twee lichte dagen vast voordat de volgende begint. Train op tijd of afstand, zodat je ziet dat je vooruitgaat, en eet binnen een uur erna: honger voelt vaak als geen zin.',
      bottleneck:
        'Je drive valt het eerst weg. Schrijf in één zin op waar je dit voor doet, en hang die zin op waar je werkt.',
    },
  },
  dialog: {
    title: 'De performance-quiz',
    step: 'Vraag {n} van 4',
    progress: '{n}% beantwoord',
    close: 'Sluit de quiz',
    next: 'Volgende',
    keys: 'Kies met toets 1–4',
    leading: 'Tot nu toe voorop: {type}',
    scores: 'Je vier scores, van 4 tot 12',
    axes: { focus: 'Focus', energy: 'Energie', stress: 'Stress', motivation: 'Motivatie' },
    saved: {
      double:
        'Bevestig {email} met de link in onze mail. Een minuut later is je protocol er. Al bevestigd? Dan is het onderweg.',
      single: 'Je protocol is onderweg naar {email}.',
    },
  },
}
