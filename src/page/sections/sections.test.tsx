import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { campaign as declared } from '#campaign'
import { keepPromises } from '#contract/promises/blanks.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { countedFigures, shownFigures } from '#contract/figures/shown-figures.ts'
import { copyKeyOf, declarationOf, sectionNames } from '#contract/campaign/sections.ts'
import { withNull } from '#test/null-campaigns.ts'
import { Page } from '#page/shell/landing-page.tsx'

const campaign = keepPromises(declared)

const htmlOf = (data: Campaign) =>
  renderToStaticMarkup(
    <Page
      campaign={data}
      visit={{ page: 'landing', pageToken: '' }}
      site={{ optIn: 'double' }}
      failures={[]}
    />,
  )
const page = htmlOf(campaign)
const sectionOf = (name: string, html = page) =>
  new RegExp(`<section id="${name}".*?</section>`, 's').exec(html)?.[0] ?? ''
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
const [hero, contents, proof, earlyBird, video, exclusivity, final] = [
  'hero',
  'contents',
  'proof',
  'early-bird',
  'video',
  'exclusivity',
  'final',
].map((name) => textOf(sectionOf(name))) as [string, string, string, string, string, string, string]

describe('the order of the page', () => {
  test("[FLOW-1] strip, hero, contents, proof, early-bird, video, quiz, exclusivity, the lazy block's place", () => {
    const marks = [
      'class="strip"',
      'class="waiting"',
      'id="hero"',
      'id="contents"',
      'id="proof"',
      'id="early-bird"',
      'id="video"',
      'id="quiz"',
      'id="exclusivity"',
      'id="final"',
      '<footer',
    ]
    const places = marks.map((mark) => page.indexOf(mark))
    expect(places).not.toContain(-1)
    expect(places).toEqual([...places].sort((one, other) => one - other))
  })
  test('[FLOW-1] a section that is null in the campaign is left out', () => {
    const optional = sectionNames.filter((name) => !declarationOf(name).required && copyKeyOf(name))
    const without = htmlOf(
      withNull(campaign, ...optional.map((name) => `sections.${copyKeyOf(name)}`)),
    )
    expect([...without.matchAll(/<section id="([\w-]+)"/g)].map(([, id]) => id)).toEqual([
      'hero',
      ...sectionNames.filter((name) => declarationOf(name).required),
    ])
  })
  test('[FLOW-1] the quiz invitation leads to the first question', () => {
    expect(sectionOf('quiz')).toContain('data-cta="lead-magnet" href="/quiz/1"')
  })
  test('phases never decrease down the page', () => {
    const phases = sectionNames.map((name) => declarationOf(name).phase)
    expect(phases).toEqual(phases.toSorted())
  })

  test('each section bears its phase, and each phase one call to action', () => {
    const phases = [...page.matchAll(/data-section="([\w-]+)" data-phase="(\d)"/g)].map(
      ([, name, phase]) => `${name} ${phase}`,
    )
    const shown = sectionNames.filter((name) => name !== 'faq')
    expect(phases).toEqual(shown.map((name) => `${name} ${declarationOf(name).phase}`))
    expect(phases).toEqual(
      expect.arrayContaining([
        'hero 1',
        'early-bird 1',
        'video 2',
        'quiz 3',
        'exclusivity 4',
        'final 5',
      ]),
    )
    expect([...page.matchAll(/data-cta="([\w-]+)"/g)].map(([, cta]) => cta)).toEqual([
      'hero-cta',
      'social-proof-cta',
      'lead-magnet',
      'product-cta',
      'final-cta',
    ])
  })
})

describe('the hero group', () => {
  test('[HERO-9] starts at 1,247 people waiting', () =>
    expect(textOf(page)).toContain('1,247 people waiting'))
  test.each([
    '8,932 of 10,000',
    '89.3% Complete',
    '1,068 registrations remain',
    '1 Mystery reward Opens at 10,000 registrations',
    '2 Early access 1,000 invitations, 6 months early',
  ])('[HERO-2] says %j as text', (words) => expect(hero).toContain(words))
  test('[HERO-2] the drawing has a text alternative with the numbers', () =>
    expect(page).toContain(
      'role="img" aria-label="8,932 of 10,000, 89.3% Complete. 1,068 registrations remain."',
    ))
  test('[FX-9] says for how many people a grain stands, once there are over 20,000, and not before', () => {
    const { launch } = campaign.figures
    const withPeople = (registered: number) =>
      htmlOf({
        ...campaign,
        figures: {
          ...campaign.figures,
          launch: { ...launch, value: { registered, goal: 50_000 } },
        },
      })
    expect(textOf(withPeople(45_000))).toContain('One point for each 3 registrations')
    expect(textOf(withPeople(20_000))).not.toContain('One point')
  })
  test.each([
    '2,847+ performers',
    '847 startup founders',
    '492 HYROX athletes',
    '318 content creators',
    '1,190 modern warriors',
  ])('[HERO-4] says %j', (words) => expect(proof).toContain(words))
  test('[HERO-4] each bar is as long as its share of the longest', () => {
    expect([...page.matchAll(/<line x2="(\d+)%"/g)].map(([, percent]) => Number(percent))).toEqual([
      71, 41, 27, 100,
    ])
  })
  test.each([
    '89% more energy within 14 days',
    '73% report 25%+ better focus',
    '91% maintain routines after 90 days',
  ])('[HERO-5] says %j', (words) => expect(proof).toContain(words))
  test.each(['Legacy Pack #001', 'First 500 only.'])('[HERO-8] says %j in the hero', (words) =>
    expect(hero).toContain(words),
  )
  test.each([
    '1,000 early-access invitations',
    '6 months ahead of public launch',
    '10,000+ people on the waitlist. You skip it.',
  ])('[HERO-8] says %j among the perks', (words) => expect(exclusivity).toContain(words))
  test('[HERO-8] the first 3,000 get founding status', () =>
    expect(final).toContain('The first 3,000 get founding status.'))
  test('[HERO-10] counts from seven days, in Dutch', () => {
    expect(earlyBird).toContain('7 dagen 00 uren 00 minuten 00 seconden')
    expect(sectionOf('early-bird')).toContain('lang="nl">Na de early-bird betaal je 40% meer</p>')
    expect(sectionOf('early-bird')).toMatch(/role="timer"[^>]* lang="nl"/)
  })
})

describe('the contents', () => {
  const facts = {
    contents: 'creatine and magnesium',
    dose: 'two a day',
    form: 'capsules',
    date: '1 March 2027',
    price: '€49 a month',
  }
  const notGiven = Object.fromEntries(Object.keys(facts).map((name) => [name, null]))
  const contentsWith = (product: Partial<typeof facts>, figures = campaign.figures) =>
    textOf(
      sectionOf('contents', htmlOf({ ...campaign, product: { ...notGiven, ...product }, figures })),
    )

  test.each([
    'One stack. One coach.',
    '3 Nano-delivery Each active travels in a carrier measured in nanometres. Shown: one, enlarged.',
    '4 The stack What you take: eight ingredients, each with its amount (sample).',
    '5 The coach AI coaching, day by day. Beta access is your first reward.',
    '6 Your protocol Four questions find your type. Four emails over nine days put it to work.',
    'UseAlongside sleep, food and training. Never instead of them. Form: a 25 ml drink in a glass ampoule (sample). Dose: one a day (sample).',
    'OpensTo 1,000 invited people, 6 months before everyone else. Date: 1 March 2027 (sample).',
    'PriceEarly-bird: €59 for 30 ampoules (sample). After early-bird: 40% more.',
    'FoundingThe first 3,000 get founding status.',
    'ForFounders, fighters, athletes and content creators.',
  ])('[HERO-11] [HERO-12] says %j', (words) => expect(contents).toContain(words))
  test('[FLOW-1] has no form and no call to action', () =>
    expect(sectionOf('contents')).not.toMatch(/<form|<a |<button|data-cta/))
  test.each([
    [{ contents: facts.contents }, '4 The stack What you take: creatine and magnesium.'],
    [{ dose: facts.dose }, 'Never instead of them. Dose: two a day.'],
    [{ form: facts.form }, 'Never instead of them. Form: capsules.'],
    [{ date: facts.date }, 'before everyone else. Date: 1 March 2027.'],
    [{ price: facts.price }, 'PriceEarly-bird: €49 a month. After early-bird: 40% more.'],
  ])('[HERO-12] with %j it says %j', (product, words) =>
    expect(contentsWith(product)).toContain(words),
  )
  test('[HERO-12] with any of the facts every sentence is whole, and every entry says something', () => {
    const names = Object.keys(facts) as (keyof typeof facts)[]
    for (let subset = 0; subset < 2 ** names.length; subset++) {
      const given = Object.fromEntries(
        names.filter((_, bit) => subset & (1 << bit)).map((name) => [name, facts[name]]),
      )
      for (const figures of [campaign.figures, { ...campaign.figures, earlyBird: null }]) {
        const text = contentsWith(given, figures)
        expect(text).not.toMatch(/\{|\}|null|TBD|undefined|not given|: ?\.|\.\.|  /)
        expect(text.includes('Price')).toBe(figures.earlyBird !== null && 'price' in given)
        // The price is said together with what it is later.
        for (const name of names.filter((one) => one !== 'price' || figures.earlyBird))
          expect(text.includes(facts[name])).toBe(name in given)
        expect(text.includes('4 The stack')).toBe('contents' in given)
      }
    }
  })
  test('[HERO-12] in development the page names each fact that is not given yet', () => {
    const shown = (product: Partial<typeof facts>) =>
      textOf(
        renderToStaticMarkup(
          <Page
            campaign={{ ...campaign, product: { ...notGiven, ...product } }}
            visit={{ page: 'landing', pageToken: '' }}
            site={{ optIn: 'double', showGaps: true }}
            failures={[]}
          />,
        ),
      )
    expect(shown({})).toContain('Dose: not given yet: product.dose.')
    expect(shown({}).match(/not given yet: product\.\w+/g)).toHaveLength(5)
    expect(shown(facts)).not.toContain('not given')
    expect(textOf(page)).not.toContain('not given')
  })
})

describe('the samples of the contents', () => {
  const sample = campaign.sections.contents!
  const shown = sectionOf('contents')

  test('[HERO-12] the label has ingredients and amounts alone, and says that it is a sample', () => {
    const panel = shown.match(/<table.*?<\/table>/s)![0]
    expect(textOf(panel)).toMatch(/^Sample label Supplement facts One ampoule, 25 ml/)
    const rows = [...panel.matchAll(/<tr><th>([^<]*)<\/th><td>([^<]*)<\/td><\/tr>/g)]
    expect(rows).toHaveLength(8)
    for (const [, ingredient, amount] of rows) {
      expect(ingredient).toMatch(/^[A-Z][\w-]+(?: [A-Z]\w*)?$/)
      expect(amount).toMatch(/^[\d.]+ (?:mg|µg)$/)
    }
    expect(panel).not.toMatch(/%|blend|complex|proven/i)
  })
  test("[HERO-12] the maker's note is by a role, and says that it is a sample", () =>
    expect(textOf(shown)).toContain('Head of formulation, Fuel Protocol (sample)'))
  test('[HERO-12] the note in the footer says what a sample is', () => {
    const { note } = campaign.samples
    const footerOf = (mode: 'simulated' | 'live') =>
      htmlOf(countedFigures(shownFigures(campaign, mode), null))
    expect(footerOf('simulated')).toContain(note)
    expect(footerOf('live')).not.toContain(note)
  })
  test('[HERO-12] with live figures there is no label, no note and no fact that is a sample', () => {
    const live = textOf(
      sectionOf('contents', htmlOf(countedFigures(shownFigures(campaign, 'live'), null))),
    )
    expect(live).not.toMatch(/sample|Supplement facts|formulation|null|ampoule|mg|€/i)
    expect(live).not.toMatch(/Price|4 The stack/)
  })
  test('[HERO-12] a label and a note of the brand are shown without a mark', () => {
    const [label, note] = [sample.label, sample.note] as { sample: any }[]
    const contents = { ...sample, label: label!.sample, note: note!.sample }
    const html = htmlOf({ ...campaign, product: {}, sections: { ...campaign.sections, contents } })
    const text = textOf(sectionOf('contents', html))
    expect(text).toContain('Supplement facts')
    expect(text).toContain('Head of formulation, Fuel Protocol')
    expect(text).not.toMatch(/sample/i)
  })
  test('[HERO-12] without them nothing of them is left', () => {
    const { label: _, note: __, ...contents } = sample
    for (const without of [contents, { ...contents, label: null, note: null }]) {
      const sections = { ...campaign.sections, contents: without }
      expect(sectionOf('contents', htmlOf({ ...campaign, sections }))).not.toMatch(
        /<table|blockquote|class="maker"/,
      )
    }
  })
})

describe('the video teaser', () => {
  test.each([
    "SEE WHAT'S INSIDE",
    '3 min preview • Members only',
    '2,847 watching',
    '3:42 average watch',
    '97% request access after',
  ])('[VID-1] says %j', (words) => expect(video).toContain(words))
  test.each(['Video Available After Sign-up', 'Join the waitlist to unlock exclusive content'])(
    '[VID-2] its overlay says %j',
    (words) => expect(video).toContain(words),
  )
  test('[VID-2] it is a dialog that the browser opens and closes by itself; there is no video', () => {
    expect(page).toContain('command="show-modal" commandfor="video-overlay"')
    expect(page).toMatch(
      /<dialog [^>]*id="video-overlay" closedby="any"[^>]*>.*command="close" commandfor="video-overlay"/s,
    )
    expect(page).not.toContain('<video')
  })
})

describe('the exclusivity section', () => {
  test.each([
    'CLASSIFIED PROJECT ASCEND',
    'LIMITED ACCESS PROGRAM',
    '8 of 50 Project Ascend spots left, worldwide',
  ])('[EXC-1] says %j', (words) => expect(exclusivity).toContain(words))
  test('[EXC-1] the spots counter and the perks stand in the box of the limited access program', () => {
    const boxOf = (data: Campaign) =>
      textOf(
        htmlOf(data).match(
          /<div class="perks a">.*?<\/svg>.*?<\/div>(?:<ul.*?<\/ul>)?<\/div>/s,
        )![0],
      )
    const spots = 'LIMITED ACCESS PROGRAM8 of 50 Project Ascend spots left, worldwide'
    expect(boxOf(campaign)).toMatch(new RegExp(`^${spots}1,000 early-access invitations6 months`))
    const offers = { ...campaign.offers, invitations: null }
    expect(boxOf({ ...campaign, offers })).toBe(spots)
  })
  test('[EXC-1] without counted spots the box holds the perks alone, and without both there is none', () => {
    const figures = { ...campaign.figures, programSpots: null }
    const perks = textOf(
      htmlOf({ ...campaign, figures }).match(/<div class="perks a">.*?<\/div>/s)![0],
    )
    expect(perks).toMatch(/^LIMITED ACCESS PROGRAM1,000 early-access invitations/)
    const offers = { ...campaign.offers, invitations: null }
    expect(textOf(htmlOf({ ...campaign, figures, offers }))).not.toContain('LIMITED ACCESS PROGRAM')
  })
  test('[EXC-1] the magazine holds an ampoule for each spot, 42 taken and 8 whole', () => {
    expect([
      page.match(/<use href="#taken"/g)?.length,
      page.match(/<use href="#whole"/g)?.length,
    ]).toEqual([42, 8])
  })
  test('[EXC-2] says whom it is not for, and whom it is for', () => {
    expect(exclusivity).toContain('NOT FOR EVERYONE')
    expect(exclusivity).toContain(
      'Not for you ifYou want quick fixesYou avoid hard workYou accept average',
    )
    expect(exclusivity).toContain(
      'Perfect for you ifDiscipline is your identityYou optimize obsessivelyYou demand elite results',
    )
  })
  test('[EXC-3] closes with the question', () =>
    expect(exclusivity).toMatch(/Are you qualified for early access\?Get early access$/))
  test('[EXC-4] its timer starts at 24:41:23', () =>
    expect(exclusivity).toContain('24 hours 41 minutes 23 seconds'))
})

describe('the lazy block', () => {
  test('[FLOW-4] is served as the final call to action alone: a plain form', () => {
    expect(sectionOf('final')).toContain('action="/join#final-form" method="post"')
    expect(final).not.toContain('Elite access ends today!')
    expect(final).not.toContain('Loading content...')
  })
  test('[FORM-1] its button says so, and its placement is final', () => {
    expect(final).toContain('Become a Founding Member')
    expect(sectionOf('final')).toContain('name="placement" value="final"')
  })
  test('[FORM-10] [FORM-8] the final form carries the consent line, and keeps what was typed', () => {
    expect(final).toContain(
      'By joining you agree to emails about this launch. Leave any time. Privacy',
    )
    const form = { placement: 'final', view: { state: 'idle', typed: 'lotte@fuel' } } as const
    const answered = sectionOf(
      'final',
      renderToStaticMarkup(
        <Page
          campaign={campaign}
          visit={{ page: 'landing', pageToken: '', form }}
          site={{ optIn: 'double' }}
          failures={[]}
        />,
      ),
    )
    expect(answered).toContain('value="lotte@fuel"')
  })
})

describe('the footer', () => {
  test('[LIVE-3] says what the figures are, and one switch removes it', () => {
    const note = 'Figures on this page are simulated. Results are the brand’s own claims.'
    expect(textOf(page)).toContain(note)
    expect(
      textOf(htmlOf({ ...campaign, switches: { ...campaign.switches, footerNote: false } })),
    ).not.toContain(note)
  })
})

test('the questions of a campaign that has some are answered without script, each in an element that the browser folds', () => {
  const items = [{ question: 'Does it fit my frame?', answer: 'It fits every frame of steel.' }]
  const asked = htmlOf({
    ...campaign,
    sections: { ...campaign.sections, faq: { ref: 'Questions', title: 'Before you ask.', items } },
  })
  expect(asked).toContain(
    '<details><summary>Does it fit my frame?</summary><p>It fits every frame of steel.</p></details>',
  )
  expect(asked).toMatch(/<section id="faq"[^>]* aria-labelledby="faq-title"/)
  expect(page).not.toContain('id="faq"')
})
