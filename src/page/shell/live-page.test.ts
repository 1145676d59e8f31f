import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { openLaunch } from '#contract/launch/launch.ts'
import type { LiveFigures } from '#contract/live/figures.ts'
import type { PageVisit } from '#contract/render.ts'
import { countedOn } from '#test/live-figures.ts'
import { renderCampaign } from './entry-server.tsx'

/** 14 November 2026, 12:04 in Amsterdam */
const at = Date.UTC(2026, 10, 14, 11, 4)
const day = 86_400_000
const landing: PageVisit = { page: 'landing', pageToken: '' }
const site = { publicUrl: 'https://fuel.example', anonKey: 'anon', optIn: 'double' } as const
const live = (figures: LiveFigures | null, visit: PageVisit = landing, now = at) =>
  renderCampaign(campaign, visit, {
    ...site,
    facts: { now, mode: 'live', live: figures, launch: openLaunch },
  })
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ')
const sectionOf = (name: string, html: string) =>
  new RegExp(`<section id="${name}".*?</section>`, 's').exec(html)?.[0] ?? ''
const partOf = (start: string, end: string, html: string) =>
  textOf(html.slice(html.indexOf(start)).split(end)[0]!)

const crowd = countedOn(at, {
  registered: 8_932,
  pieces: { legacyPack: [500, 288], program: [50, 8], exit: [100, 61] },
  offers: {
    program: { endsAt: at + 3 * day },
    earlyBird: { endsAt: at + 8 * day + 42_942_000 },
    exit: { endsAt: at + day },
  },
})

describe('[LIVE-2] with live figures', () => {
  const { html, failures } = live(crowd)
  const text = textOf(html)

  test('the page is whole', () => {
    expect(failures).toEqual([])
    expect(text).not.toMatch(/\{\w+\}|undefined|NaN|\bnull\b|\[object/)
  })
  test.each([
    'Place 8,933 is next – 89% of 10,000',
    '8,932 people waiting live, as of 12:04',
    '1,068 registrations remain',
    '8,932 of 10,000 89.3% Complete live, as of 12:04',
    'First 500 only. 288 of 500 left, in order of confirmation.',
    '8 of 50 Project Ascend spots left, worldwide live, as of 12:04',
    'Figures are live, counted by our server at the time shown.',
  ])('it says %j', (words) => expect(text).toContain(words))
  test('simulated figures, and claims without evidence, are left out', () => {
    for (const words of [
      'own claims',
      '2,847',
      '89%more',
      '1,247',
      '3:42',
      'min preview',
      '1,000 early-access',
    ])
      expect(text).not.toContain(words)
    expect(html).not.toMatch(/data-(tick|left)=/)
    expect(sectionOf('proof', html)).toBe('')
    expect(html).not.toContain('Sanne')
  })
  test('the dot of a person who joined waits for their confirmation, where one is asked for', () => {
    const dot = (optIn: 'double' | 'single', mode: 'live' | 'simulated') =>
      textOf(
        /<span class="joined-dot".*?<b/s.exec(
          renderCampaign(campaign, landing, {
            ...site,
            optIn,
            facts: { now: at, mode, live: crowd, launch: openLaunch },
          }).html,
        )![0],
      ).replace(/<b$/, '')
    const { awaits, joined } = campaign.live.gauge
    expect([dot('double', 'live'), dot('single', 'live'), dot('single', 'simulated')]).toEqual([
      `${awaits}${joined} `,
      `${joined} `,
      `${campaign.hero.unit.joined} `,
    ])
  })
  test('the pages beside it show the same', () =>
    expect(textOf(live(crowd, { page: 'confirm', view: 'ask', action: '/' }).html)).toContain(
      '8,932 of 10,000',
    ))
  test('a page that lasts until the next deploy shows no count', () => {
    for (const page of ['privacy', 'not-found', 'unexpected'] as const)
      expect(textOf(live(crowd, { page }).html)).not.toMatch(/8,932|live, as of/)
  })
})

describe('[LIVE-4] every live figure has a name for the browser', () => {
  const named = (html: string) => [
    ...new Set(
      [...html.matchAll(/data-live="(\w+)"[^>]*>([^<]+)/g)].map(([, ...one]) => one.join(' ')),
    ),
  ]
  test('from half of the goal on', () =>
    expect(named(live(crowd).html)).toEqual([
      'nextPlace 8,933',
      'wholePercent 89',
      'waiting 8,932',
      'waitingWords people waiting',
      'time 12:04',
      'remain 1,068',
      'registered 8,932',
      'percent 89.3',
      'program 8',
    ]))
})

test('[HERO-9] before the first registration the page invites, and the barrel has no level', () => {
  const seen = (registered: number) => {
    const { html } = live(countedOn(at, { registered }))
    return [
      /(Be the first to join|\d+ p\w+ waiting) live, as of 12:04/.exec(textOf(html))?.[1],
      sectionOf('hero', html).includes('<ellipse class="level"'),
    ]
  }
  expect(seen(0)).toEqual(['Be the first to join', false])
  expect(seen(1)).toEqual(['1 person waiting', true])
})

describe('[LIVE-6] up to half of the goal the gauge names the next place', () => {
  test.each([
    [0, 'The next place is 1', '0 of 10,000, so far'],
    [12, 'The next place is 13', '12 of 10,000, so far'],
    [5_000, 'The next place is 5,001', '5,000 of 10,000, so far'],
  ])('at %i', (registered, next, soFar) => {
    const hero = textOf(sectionOf('hero', live(countedOn(at, { registered })).html))
    expect(hero).toContain(`${next} live, as of 12:04`)
    expect(hero).toContain(soFar)
    expect(hero).not.toContain('Complete')
  })
  test('then the crowd', () => {
    const hero = textOf(sectionOf('hero', live(countedOn(at, { registered: 5_001 })).html))
    expect(hero).toContain('5,001 of 10,000 50.0% Complete')
    expect(hero).not.toContain('next place')
  })
})

test('[LIVE-6] the drawing repeats no number that the words beside it keep up to date', () => {
  for (const registered of [12, 8_932])
    expect(sectionOf('hero', live(countedOn(at, { registered })).html)).not.toContain('role="img"')
  expect(sectionOf('hero', live(null).html)).not.toContain('role="img"')
})

test('[LIVE-2] [END-1] where the count of people is simulated and another figure live, a goal that was reached changes nothing', () => {
  const ofGoal = (goalReachedAt: number | null) =>
    renderCampaign(campaign, landing, {
      publicUrl: 'https://fuel.example',
      anonKey: 'anon',
      optIn: 'double',
      facts: {
        now: at,
        mode: 'simulated',
        live: countedOn(at, { registered: 14_200, goalReachedAt }),
        launch: openLaunch,
      },
    })
  expect(textOf(ofGoal(at).html)).toContain('8,932 of 10,000')
  expect(ofGoal(at)).toEqual(ofGoal(null))
})

describe('[LIVE-5] offers', () => {
  test('a deadline is one instant, named in the language of its passage', () => {
    const { html } = live(crowd)
    expect(partOf('id="early-bird"', '</section>', html)).toContain(
      '8 dagen 11 uren 55 minuten 42 seconden',
    )
    expect(html).toContain(`data-live-ends="${at + 8 * day + 42_942_000}"`)
    expect(sectionOf('early-bird', html)).toContain(
      'Loopt tot zondag 22 november 2026 om 23:59. Voor iedereen dezelfde klok.',
    )
  })
  test('an end that was moved stands beside the old one', () => {
    const moved = { endsAt: at + 2 * day, movedFrom: at + day }
    const page = textOf(live(countedOn(at, { offers: { program: moved } })).html)
    expect(page).toContain('Until 16 November 2026, 12:04, moved from 15 November 2026, 12:04.')
  })
  test('one person who waits is counted in the singular', () => {
    const { html } = live(countedOn(at, { registered: 1 }))
    expect(textOf(html)).toContain('1 person waiting live, as of 12:04')
    expect(html).toContain('<span data-live="waitingWords">')
  })
  test('an end that was moved within its minute stands alone', () => {
    const moved = { endsAt: at + day + 100, movedFrom: at + day }
    const page = textOf(live(countedOn(at, { offers: { program: moved } })).html)
    expect(page).toContain('Until 15 November 2026, 12:04.')
    expect(page).not.toContain('moved from')
  })
  test('after its end the early-bird stands at zero with its date', () => {
    const page = textOf(live(countedOn(at, { offers: { earlyBird: { endsAt: at } } })).html)
    expect(page).toContain('0 dagen 00 uren 00 minuten 00 seconden')
    expect(page).toContain('Geëindigd op zaterdag 14 november 2026 om 12:04.')
  })
  test('a deadline passes though nothing was counted since', () => {
    const page = textOf(live(crowd, landing, at + 30 * day).html)
    expect(page).toContain('Ended on 17 November 2026, 12:04.')
    expect(page).toContain('live, as of 12:04')
    expect(page).not.toContain('Project Ascend spots left')
    expect(live(crowd, landing, at + 30 * day).html).not.toContain('&quot;exit-intent&quot;')
  })
  test('spots that are gone say when, and their clock is gone too', () => {
    const page = textOf(
      live(
        countedOn(at, {
          pieces: { program: [50, 0] },
          offers: { program: { goneAt: at - day, endsAt: at + day } },
        }),
      ).html,
    )
    expect(page).toContain('The last of 50 went on 13 November 2026, 12:04.')
    expect(page).not.toContain('closes in')
  })
  test('a popup says what is left of its offer, and does not open once it has ended', () => {
    expect(live(crowd).html).toContain(
      '61 of 100 left, in order of confirmation. Until 15 November 2026, 12:04. (live, as of 12:04)',
    )
    const ended = live(countedOn(at, { pieces: { exit: [100, 0] } })).html
    expect(ended).not.toContain('&quot;exit-intent&quot;')
    expect(live(countedOn(at)).html).toContain('&quot;exit-intent&quot;')
  })
})

describe('[LIVE-2] an end that is far away', () => {
  const ending = (leftMs: number) => {
    const endsAt = at + leftMs
    const offers = { program: { endsAt }, founding: { endsAt }, earlyBird: { endsAt } }
    const { html } = live(countedOn(at, { offers }))
    return {
      html,
      program: textOf(sectionOf('exclusivity', html)),
      founding: textOf(sectionOf('final', html)),
      earlyBird: textOf(sectionOf('early-bird', html)),
    }
  }

  test('counts in hours up to 48 hours, and in days beyond', () => {
    const near = ending(2 * day)
    expect(near.program).toContain('Project Ascend closes in48 hours 00 minutes 00 seconds')
    expect(near.founding).toContain('Founding spots close in48 hours 00 minutes 00 seconds')
    const days = ending(2 * day + 1_000)
    const span = '2 days 00 hours 00 minutes 01 seconds'
    expect(days.program).toContain(`Project Ascend closes in${span}`)
    expect(days.founding).toContain(`Founding spots close in${span}`)
    expect(days.earlyBird).toContain('2 dagen 00 uren 00 minuten 01 seconden')
    const month = ending(30 * day)
    expect(month.program).toContain('30 days 00 hours 00 minutes 00 seconds')
    expect(month.earlyBird).toContain('Early-bird-prijs nog30 dagen 00 uren')
  })

  test('more than 30 days away it is its date, without a clock', () => {
    const far = ending(30 * day + 1_000)
    expect(far.html).not.toMatch(/role="timer"|data-live-ends/)
    expect(far.program).toContain('Project Ascend closes on14 December 2026, 12:04')
    expect(far.founding).toContain('Founding spots close on14 December 2026, 12:04')
    expect(far.earlyBird).toContain('Early-bird-prijs totmaandag 14 december 2026 om 12:04')
    expect(textOf(far.html)).not.toMatch(/closes? in|Early-bird-prijs nog|Klok van de server/)
  })

  test('a date that was moved names the earlier one', () => {
    const moved = { endsAt: at + 40 * day, movedFrom: at + 35 * day }
    const { html } = live(countedOn(at, { offers: { program: moved, earlyBird: moved } }))
    expect(textOf(sectionOf('exclusivity', html))).toContain(
      'Until 24 December 2026, 12:04, moved from 19 December 2026, 12:04.',
    )
    expect(textOf(sectionOf('early-bird', html))).toContain('eerst tot zaterdag 19 december 2026')
  })
})

test('[LIVE-2] without a line there is no call-out: invitations without evidence take theirs along', () => {
  const { html } = live(crowd)
  expect(html).not.toContain('<b>Early access</b>')
  for (const [, name, line] of html.matchAll(/<p class="call"[^>]*><b>(.*?)<\/b> (.*?)<\/p>/g))
    expect(`${name}: ${line}`).toMatch(/: \S/)
})

test('[END-1] [LIVE-2] the picture of a shared link is described with the number of spots', () => {
  const { head } = live(
    countedOn(at, { pieces: { program: [50, 0] }, offers: { program: { goneAt: at - day } } }),
  )
  expect(head).toContain(
    '<meta property="og:image:alt" content="All 50 spots are taken. The line goes on."/>',
  )
})

describe('[LIVE-5] nothing that has ended is offered', () => {
  const foundingOver = countedOn(at, {
    registered: 3_001,
    pieces: { founding: [3_000, 0] },
    offers: { founding: { goneAt: at - day } },
  })
  const over = live(foundingOver).html
  test('founding status, neither in its section nor in the bar', () => {
    const text = textOf(sectionOf('final', over))
    expect(text).toContain('Founding status went to the first 3,000.')
    expect(text).toContain('The last of 3,000 went on 13 November 2026, 12:04.')
    expect(over).not.toMatch(/Become a Founding Member|The first 3,000 get founding status\.<\/h2>/)
    expect(live(countedOn(at)).html).toContain('Become a Founding Member')
  })
  test('the early-bird, in its title and its price', () => {
    const ended = live(countedOn(at, { offers: { earlyBird: { endsAt: at } } })).html
    const text = textOf(sectionOf('early-bird', ended))
    expect(text).toContain('De early-bird is voorbij. Je betaalt nu 40% meer.')
    expect(text).not.toContain('Early-bird-prijs nog')
  })
  test('the clock of founding status has its own end, and none where it has none', () => {
    const clockOf = (offers: Parameters<typeof countedOn>[1]) =>
      /data-live-ends="(\d+)"/.exec(sectionOf('final', live(countedOn(at, offers)).html))?.[1]
    const program = { endsAt: at + day }
    expect(clockOf({ offers: { program } })).toBe(undefined)
    expect(clockOf({ offers: { program, founding: { endsAt: at + 2 * day } } })).toBe(
      String(at + 2 * day),
    )
  })
})

describe('[BAR-1] [END-1] the bar', () => {
  const barOf = (figures: LiveFigures) => {
    const { html } = live(figures)
    const words = /&quot;bars&quot;:(\{.*?\})[,}]/.exec(html)?.[1] ?? html
    return words.replaceAll('&quot;', '"')
  }
  test('names the next place with the time of its count', () =>
    expect(barOf(crowd)).toContain('"asOf":["live, as of ","12:04",""]'))
  test.each([
    [
      'is next. The spots are taken.',
      { pieces: { program: [50, 0] }, offers: { program: { goneAt: at } } },
    ],
    ['is next. Early-bird has ended.', { offers: { earlyBird: { endsAt: at } } }],
  ] as const)('says that it %s', (words, figures) =>
    expect(barOf(countedOn(at, figures))).toContain(words),
  )
  test('names the reward instead of a place once the goal is reached', () => {
    const bar = barOf(countedOn(at, { registered: 10_000, goalReachedAt: at }))
    expect(bar).toContain('The seal is broken for everyone on the list.')
    expect(bar).not.toContain('"live":"nextPlace"')
  })
})

test('[LIVE-4] [END-1] the next place in the note of the forms is kept up to date', () => {
  const { html } = live(countedOn(at, { registered: 10_000, goalReachedAt: at }))
  expect(sectionOf('hero', html)).toMatch(
    /Place (<!-- -->)?<span data-live="nextPlace">10,001<\/span> is next\. The line goes on\./,
  )
})

describe('[LIVE-7] the notice', () => {
  test.each([
    [{ hour: 23, today: 41, week: 99 }, '23 people confirmed in the last hour'],
    [{ hour: 4, today: 41, week: 99 }, '41 people confirmed today'],
    [{ hour: 4, today: 4, week: 5 }, '5 people confirmed this week'],
  ])('of %j names %j', (confirmed, words) =>
    expect(live(countedOn(at, { confirmed })).html).toContain(words),
  )
  test('names the end of its last whole hour as the time of its count', () =>
    expect(live(countedOn(at, { confirmed: { hour: 23, today: 41, week: 99 } })).html).toContain(
      'live, as of 12:00',
    ))
  test('does not come for fewer than 5', () =>
    expect(live(countedOn(at, { confirmed: { hour: 4, today: 4, week: 4 } })).html).not.toContain(
      'people confirmed',
    ))
})

describe('[LIVE-2] shares of quiz types', () => {
  const quizOf = (quizTypes: LiveFigures['quizTypes']) =>
    textOf(sectionOf('quiz', live(countedOn(at, { quizTypes })).html))
  test('are rounded down, once each type has enough results', () => {
    const quiz = quizOf({ focus: 20, energy: 21, stress: 22, motivation: 43 })
    expect(quiz).toContain('Focus Optimizer 18% of all results')
    expect(quiz).toContain('Motivation Catalyst 40% of all results')
  })
  test('are left out before', () => expect(quizOf({})).not.toContain('of all results'))
})

test('[END-1] once the goal is reached the seal is broken, and the words beside it say so', () => {
  const { html } = live({ ...crowd, registered: 10_000, nextPlace: 10_001, goalReachedAt: at })
  expect(html).toContain('class="solid accent"')
  expect(sectionOf('hero', live(crowd).html)).not.toContain('class="solid accent"')
  const text = textOf(sectionOf('hero', html))
  for (const words of ['10,000 reached', 'Unlocked for everyone on the list', 'Goal reached'])
    expect(text).toContain(words)
  expect(text).not.toContain('registrations remain')
  expect(textOf(html)).not.toContain('100% of 10,000')
})

test('[LINE-7] the reward of the goal is for everybody on the list, also who joins after it, and with fewer people left', () => {
  const reached = { ...crowd, registered: 9_950, waiting: 9_900, nextPlace: 9_901 }
  const text = textOf(sectionOf('hero', live({ ...reached, goalReachedAt: at }).html))
  for (const words of [
    'Unlocked for everyone on the list',
    'Place 9,901 is next',
    'The line goes on',
  ])
    expect(text).toContain(words)
})

test('[LIVE-2] before the first count the page is whole without a live figure', () => {
  const { html, failures } = live(null)
  expect(failures).toEqual([])
  expect(textOf(html)).not.toMatch(
    /\{\w+\}|undefined|NaN|\bnull\b|8,932|people waiting|live, as of/,
  )
  expect(html).not.toContain('data-live')
})
