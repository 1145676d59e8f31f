import type { SectionCopies } from '#contract/sections.ts'

/** The words of each section, in the order of the page. `{n}` stands for the section's figure. A section that is null is left out. */
export const sections: SectionCopies = {
  strip: {
    label: 'Live Counter',
    messages: [
      'This Batch: {n} Early Access Spots Left',
      '{n}% Full - Final Batch Opens in Hours',
      'Last Call - Elite Access Closing Soon',
    ],
  },
  earlyBird: {
    ref: 'Early-bird-prijs nog',
    units: ['dagen', 'uren', 'minuten', 'seconden'],
    after: 'Na de early-bird betaal je {n}% meer',
    lang: 'nl',
  },
  proof: { title: "Loaded by people who don't wait for Monday.", audience: 'performers' },
  video: {
    ref: '01 – Cutaway',
    title: "SEE WHAT'S INSIDE",
    tag: '{n} min preview • Members only',
    play: 'Play the preview',
    watching: 'watching',
    average: 'average watch',
    request: 'request access after',
    cta: 'Request access',
    overlay: {
      title: 'Video Available After Sign-up',
      text: 'Join the waitlist to unlock exclusive content',
    },
  },
  quiz: {
    ref: '02 – Selector',
    title: 'Four clicks. One type.',
    text: 'Four questions find your strongest system, and the one that gives way first. Your protocol starts from there.',
    cta: 'Find my type',
    types: ['Focus Optimizer', 'Energy Maximizer', 'Stress Optimizer', 'Motivation Catalyst'],
    axes: ['Focus', 'Energy', 'Stress', 'Motivation'],
  },
  exclusivity: {
    ref: '03 – Magazine',
    title: ['CLASSIFIED', 'PROJECT ASCEND'],
    spots: 'of {n} spots left in Project Ascend, globally',
    program: {
      title: 'LIMITED ACCESS PROGRAM',
      invitations: 'early-access invitations',
      months: 'months ahead of public launch',
      skipped: 'people on the waitlist, and you skip it',
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
    cta: 'Request clearance',
  },
  final: {
    ref: '04 – Assembly',
    title: 'The first {n} get founding status.',
    text: 'Founding status goes to the first {n} who order. Leave your e-mail and you hear first.',
    cta: 'Become a Founding Member',
    levels: [
      'Elite access ends today!',
      'LIMITED TIME - Less than 3 hours!',
      'HURRY UP - Only 2 hours left!',
      'LAST CHANCE - Access closes in 60 minutes!',
    ],
    units: ['hours', 'minutes', 'seconds'],
    figure: 'Fig. 2 – The unit, assembled',
  },
  bars: {
    spots: 'founding spots',
    placeholder: 'Your e-mail',
    cta: 'Become a Founding Member',
    join: 'Join Waitlist',
    reminder: 'Only {n} founding spots left',
  },
  recent: {
    text: '{name} uit {city} heeft zich net aangemeld',
    ago: '{n} minuten geleden',
    lang: 'nl',
  },
  exit: {
    ref: 'Early-bird',
    title: '{n}% off, before you go.',
    discount: 'Early-bird discount',
    bonus: 'Bonuses worth',
    valid: 'Valid for the next',
    validUnit: 'registrations',
    cta: 'Claim {n}% Off',
  },
  stay: {
    title: "Wait. Don't Leave Your Fuel Behind.",
    items: ['A mystery reward for the first {n}', 'AI beta access', 'No spam'],
    cta: 'Keep My Spot',
  },
  updates: { title: 'Pre-launch updates' },
  footer: { note: "Figures on this page are simulated, results are the brand's own claims." },
}
