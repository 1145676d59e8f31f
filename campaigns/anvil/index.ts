import { defineCampaign } from '#campaign/compose.ts'

const own = { kind: 'claim', evidence: 'Our own stock, counted by hand' } as const

/** Anvil, a bicycle lock: one page, live figures, no quiz. */
export const campaign = defineCampaign({
  brand: 'Anvil',
  timeZone: 'Europe/London',
  currency: 'GBP',
  head: {
    title: 'Anvil – the lock that folds flat',
    description: 'A folding bicycle lock of hardened steel. Join the line for the first run.',
  },
  mast: { issue: 'Lock No. 1', note: 'First run' },
  hero: {
    badge: 'First run, autumn',
    headline: 'Lock it once. Find it there.',
    lead: 'Anvil is a bicycle lock of hardened steel that folds flat under your saddle. The first run is made for the people in this line.',
    cta: 'Join the line',
    unit: {
      remain: '{n} places remain',
      waiting: 'riders waiting',
      waitingOne: 'rider waiting',
      waitingNone: 'Be the first rider',
      reward: { name: '1 First run', line: 'Made once {n} riders have joined' },
      access: { name: '2 Numbered', line: 'The first {firstRun} locks carry a number' },
    },
  },
  forms: { note: 'One email when it is ready. No noise.' },
  privacy: {
    contact: {
      name: 'Anvil Locks',
      address: 'Forge Lane, London',
      email: 'privacy@anvil.example',
    },
  },
  figures: { launch: { value: { registered: 0, goal: 2_000 }, source: { kind: 'simulated' } } },
  offers: {
    firstRun: {
      name: 'Numbered lock',
      most: 500,
      note: 'A number on the first link.',
      shownIn: 'final',
      source: own,
    },
    spareKey: { name: 'Spare key', most: 300, source: own },
    mount: { name: 'Frame mount', most: 1_000, source: own },
  },
  product: { weight: '980 g', length: '85 cm, folded 18 cm', steel: null, price: null },
  line: {
    terms: {
      perFriend: 10,
      rewards: [
        { friends: 2, name: 'Frame mount', line: 'Two friends who confirm.', limit: 1_000 },
        { friends: 5, name: 'Spare key', line: 'Five friends who confirm.', limit: 300 },
      ],
    },
  },
  mails: {
    welcome: {
      details: [
        { name: 'First run', text: 'The first {firstRun} locks carry a number.' },
        { name: 'When', text: 'We write when the first run is ready, and to the line first.' },
      ],
    },
  },
  ends: {
    goal: {
      strip: '{goal} riders: the first run is on',
      bar: { text: 'The first run is on.' },
      popup: { title: 'The first run is on.' },
    },
    launched: { lead: ['Anvil is in the shop.'] },
  },
  updates: [],
  sections: {
    contents: {
      ref: 'The lock',
      title: ['Six links.', 'One key.'],
      lead: 'Six links of hardened steel turn on riveted joints and fold into a holder under your saddle.',
      facts: [
        { name: 'Weight', text: ['{weight}.'] },
        { name: 'Length', text: ['{length}.'] },
        { name: 'Steel', text: ['Hardened, {steel}.'] },
        { name: 'Price', text: ['{price}.'] },
        { name: 'First run', text: ['The first {firstRun} locks carry a number.'] },
      ],
      callouts: [
        { name: '3 Links', text: ['Hardened steel in a soft sleeve.'] },
        { name: '4 Joints', text: ['Riveted, so that nothing can be unscrewed.'] },
        { name: '5 Cylinder', text: ['It turns both ways, and stays shut in between.'] },
        { name: '6 Holder', text: ['It clips to the frame and does not rattle.'] },
      ],
      figure: 'Fig. 1 – Anvil, unfolded. Not to scale.',
    },
    faq: {
      ref: 'Questions',
      title: 'Before you ask.',
      items: [
        {
          question: 'Does it fit my frame?',
          answer:
            'It goes around a frame and a stand of up to 9 cm. The holder fits tubes of 28 to 40 mm.',
        },
        {
          question: 'When is it ready?',
          answer:
            'We say so by email once the date is fixed. The line is asked first, in its order.',
        },
        {
          question: 'Do I pay to join?',
          answer: 'No. Joining is free, and you order only when your turn comes.',
        },
        {
          question: 'What if I lose the key?',
          answer: 'Each lock has a code on its card. With it we cut another key.',
        },
      ],
    },
    final: {
      ref: 'Your place',
      title: 'Your place in the first run.',
      text: 'Leave your email. Your number in the line is given when you confirm.',
      cta: 'Join the line',
      figure: 'Fig. 2 – Anvil, folded',
    },
  },
})
