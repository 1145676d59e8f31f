import type { QuizCopy, TypeCopy } from '#contract/quiz/quiz.ts'

/**
 * An option's score for each type, 1 to 3, in the order of the types. `quiz.test.ts` tries all 256
 * ways to answer.
 */
const scores = (focus: number, energy: number, stress: number, motivation: number) => ({
  focus,
  energy,
  stress,
  motivation,
})
const option = (id: string, icon: string, text: string, given: ReturnType<typeof scores>) => ({
  id,
  text,
  icon,
  scores: given,
})

/**
 * Each result stores the ids of its options: an option that is only reworded keeps its id, a
 * different option gets a new one.
 */
const questions = [
  {
    id: 'energy_pattern',
    question: 'Wanneer draai je op volle kracht?',
    subtitle: 'Denk aan een gewone werkdag, niet aan je beste.',
    options: [
      option(
        'first-hours',
        'sunrise',
        'In de eerste uren, met de deur dicht en de telefoon weg.',
        scores(3, 1, 2, 1),
      ),
      option(
        'all-day',
        'battery',
        'Bijna de hele dag, zolang ik op tijd eet en beweeg.',
        scores(1, 3, 1, 2),
      ),
      option(
        'quiet-evening',
        'moon',
        'Zodra het stil wordt en niemand meer iets van me wil.',
        scores(2, 1, 3, 1),
      ),
      option('big-days', 'flag', 'Op dagen waarop er iets te winnen valt.', scores(1, 2, 1, 3)),
    ],
  },
  {
    id: 'focus_challenge',
    question: 'Wat haalt je uit je concentratie?',
    subtitle: 'Kies wat je deze week het vaakst overkwam.',
    options: [
      option(
        'hardly-anything',
        'target',
        'Weinig. Wie me nodig heeft, moet twee keer roepen.',
        scores(3, 1, 2, 1),
      ),
      option(
        'sitting-still',
        'stride',
        'Stilzitten. Na een wandeling of een training denk ik scherper.',
        scores(1, 3, 1, 2),
      ),
      option(
        'other-peoples-rush',
        'anchor',
        'De haast van anderen. Zelf houd ik het hoofd koel.',
        scores(1, 2, 3, 1),
      ),
      option(
        'no-point',
        'compass',
        'Werk zonder doel. Geef me een reden en ik zit er weer in.',
        scores(2, 1, 1, 3),
      ),
    ],
  },
  {
    id: 'stress_response',
    question: 'De druk loopt op. Wat doe je?',
    subtitle: 'Morgen is de deadline en er gaat iets mis.',
    options: [
      option(
        'one-thing',
        'list',
        'Alles dicht. Eén taak af, dan pas de volgende.',
        scores(3, 1, 2, 1),
      ),
      option(
        'move-first',
        'pulse',
        'Eerst een half uur bewegen, dan met een fris hoofd verder.',
        scores(1, 3, 2, 1),
      ),
      option(
        'breathe-and-cut',
        'breath',
        'Rustig ademen, opschrijven wat vandaag telt, de rest laten liggen.',
        scores(2, 1, 3, 1),
      ),
      option(
        'switch-on',
        'flame',
        'Dan sta ik aan. Onder druk doe ik mijn beste werk.',
        scores(1, 2, 1, 3),
      ),
    ],
  },
  {
    id: 'goal_pursuit',
    question: 'Hoe haalde je je laatste echte doel?',
    subtitle: 'Eén die je echt hebt gehaald.',
    options: [
      option(
        'blocks-in-the-week',
        'grid',
        'Met vaste blokken in mijn week, en niets ertussen.',
        scores(3, 1, 1, 2),
      ),
      option(
        'body-first',
        'plate',
        'Eerst slaap, eten en training op orde. De rest volgde.',
        scores(1, 3, 2, 1),
      ),
      option(
        'every-day-a-little',
        'steps',
        'Elke dag een beetje, ook op slechte dagen.',
        scores(1, 2, 3, 1),
      ),
      option(
        'eyes-on-the-prize',
        'peak',
        'Omdat ik wist waar ik het voor deed, en er iemand meekeek.',
        scores(2, 1, 1, 3),
      ),
    ],
  },
]

const types = {
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
} satisfies Record<string, TypeCopy>

/**
 * The quiz, in Dutch; the names of the types are English. Set it to null in `campaign.ts` to leave
 * the quiz out.
 */
export const quiz = {
  lang: 'nl',
  typeNameLang: 'en',
  questions,
  types,
  dialog: {
    title: 'De performance-quiz',
    step: 'Vraag {n} van 4',
    progress: '{n}% beantwoord',
    close: 'Sluit de quiz',
    next: 'Volgende',
    keys: 'Toets 1 tot 4 kiest',
    leading: 'Tot nu toe voorop: {type}',
    scores: 'Je vier scores, van 4 tot 12',
    axes: { focus: 'Focus', energy: 'Energie', stress: 'Stress', motivation: 'Motivatie' },
    saved: {
      double:
        'Bevestig {email} met de link in onze mail. Een minuut later is je protocol er. Al bevestigd? Dan is het onderweg.',
      single: 'Je protocol is onderweg naar {email}.',
    },
  },
} satisfies QuizCopy
