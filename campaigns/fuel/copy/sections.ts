import type { SectionCopies } from '#contract/campaign/sections.ts'

/**
 * The words of the sections, and of the page's bars, popups and notices. `{n}` stands for the
 * section's figure. A section that is null is left out.
 */
export const sections: SectionCopies = {
  strip: {
    label: 'Live Counter',
    messages: [
      'This Batch: {n} Early Access Spots Left',
      '{n}% Full - Final Batch Opens in Hours',
      'Last Call - Elite Access Closing Soon',
    ],
  },
  contents: {
    ref: '01 – Contents',
    title: ['One stack.', 'One coach.'],
    lead: 'The Fuel Protocol is a supplement stack with nano-delivery and an AI coach that fits it into your day. Joining is free. Ordering starts with early access.',
    facts: [
      {
        name: 'Use',
        text: [
          'Alongside sleep, food and training. Never instead of them.',
          'Form: {form}.',
          'Dose: {dose}.',
        ],
      },
      {
        name: 'Opens',
        text: [
          'To {invitations} invited people, {invitationsMonthsAhead} months before everyone else.',
          'Date: {date}.',
        ],
      },
      { name: 'Price', text: ['Early-bird: {price}. After early-bird: {later}% more.'] },
      { name: 'Founding', text: ['The first {founding} get founding status.'] },
      { name: 'For', text: ['Founders, fighters, athletes and content creators.'] },
    ],
    callouts: [
      {
        name: '3 Nano-delivery',
        text: ['Each active travels in a carrier measured in nanometres.', 'Shown: one, enlarged.'],
      },
      { name: '4 The stack', text: ['What you take: {contents}.'] },
      {
        name: '5 The coach',
        text: ['AI coaching, day by day.', 'Beta access is your first reward.'],
      },
      {
        name: '6 Your protocol',
        text: [
          'Four questions find your type.',
          '{SequenceMailsInWords} over {sequenceTimeInWords} put it to work.',
        ],
      },
    ],
    figure: 'Fig. 1 – The Fuel Protocol, exploded. Not to scale.',
    label: {
      sample: {
        title: 'Supplement facts',
        serving: 'One ampoule, 25 ml',
        rows: [
          ['L-tyrosine', '500 mg'],
          ['L-theanine', '200 mg'],
          ['Caffeine', '100 mg'],
          ['Magnesium', '100 mg'],
          ['Vitamin C', '80 mg'],
          ['Zinc', '5 mg'],
          ['Vitamin D3', '10 µg'],
          ['Vitamin B12', '2.5 µg'],
        ],
      },
    },
    note: {
      sample: {
        text: 'We print every ingredient with its amount. No blends, no pet names: you should know what you take. If you compete, show this label to your team first.',
        by: 'Head of formulation, Fuel Protocol',
      },
    },
  },
  earlyBird: {
    ref: 'Early-bird-prijs nog',
    units: ['dagen', 'uren', 'minuten', 'seconden'],
    after: 'Na de early-bird betaal je {n}% meer',
    lang: 'nl',
  },
  proof: { title: 'Loaded by people who don’t wait for Monday.', audience: 'performers' },
  video: {
    ref: '02 – Preview',
    title: "SEE WHAT'S INSIDE",
    tag: '{n} min preview • Members only',
    play: 'Play the preview',
    watching: 'watching',
    average: 'average watch',
    request: 'request access after',
    cta: 'Get early access',
    overlay: {
      title: 'Video Available After Sign-up',
      text: 'Join the waitlist to unlock exclusive content',
      join: 'Join Waitlist',
    },
  },
  quiz: {
    ref: '03 – Your type',
    title: 'Four clicks. One type.',
    text: 'Four questions show which system carries you and which one fails first. Your protocol starts there.',
    cta: 'Find my type',
    types: ['Focus Optimizer', 'Energy Maximizer', 'Stress Optimizer', 'Motivation Catalyst'],
    axes: ['Focus', 'Energy', 'Stress', 'Motivation'],
  },
  exclusivity: {
    ref: '04 – Access',
    title: ['CLASSIFIED', 'PROJECT ASCEND'],
    spots: 'of {n} Project Ascend spots left, worldwide',
    program: {
      title: 'LIMITED ACCESS PROGRAM',
      perks: [
        { number: '{invitations}', text: 'early-access invitations' },
        { number: '{invitationsMonthsAhead}', text: 'months ahead of public launch' },
        { number: '{invitationsSkipped}+', text: 'people on the waitlist. You skip it.' },
      ],
    },
    closes: 'Project Ascend closes in',
    units: ['hours', 'minutes', 'seconds'],
    who: {
      title: 'NOT FOR EVERYONE',
      not: {
        title: 'Not for you if',
        items: ['You want quick fixes', 'You avoid hard work', 'You accept average'],
      },
      yes: {
        title: 'Perfect for you if',
        items: [
          'Discipline is your identity',
          'You optimize obsessively',
          'You demand elite results',
        ],
      },
    },
    ask: 'Are you qualified for early access?',
    cta: 'Get early access',
  },
  faq: null,
  final: {
    ref: '05 – Join',
    title: 'The first {founding} get founding status.',
    text: 'Leave your email and confirm. Your number is the order in which you confirm.',
    cta: 'Become a Founding Member',
    levels: [
      'Elite access ends today!',
      'LIMITED TIME - Less than 3 hours!',
      'HURRY UP - Only 2 hours left!',
      'LAST CHANCE - Access closes in 60 minutes!',
    ],
    closes: 'Founding spots close in',
    units: ['hours', 'minutes', 'seconds'],
    figure: 'Fig. 2 – The Fuel Protocol, assembled',
  },
  bars: {
    spots: 'spots left',
    uncounted: 'Founding status: the first 3,000.',
    placeholder: 'Your email',
    cta: 'Become a Founding Member',
    join: 'Join Waitlist',
    reminder: 'Only {n} spots left',
  },
  recent: {
    text: '{name} uit {city} heeft zich net aangemeld',
    ago: '{n} minuten geleden',
    lang: 'nl',
  },
  exit: {
    ref: 'Early-bird',
    title: '{exitDiscountPercent}% off, before you go.',
    terms: [
      { name: 'Early-bird discount', value: '{exitDiscountPercent}%' },
      { name: 'Bonuses worth', value: '{exitBonus}' },
    ],
    valid: 'Valid for the next',
    validUnit: 'registrations',
    cta: 'Claim {exitDiscountPercent}% Off',
  },
  stay: {
    title: "Wait. Don't Leave Your Fuel Behind.",
    items: ['A mystery reward for the first {mysteryReward}', 'AI beta access', 'No spam'],
    cta: 'Keep My Spot',
  },
  updates: { title: 'Pre-launch updates' },
  footer: { note: 'Figures on this page are simulated. Results are the brand’s own claims.' },
}
