import type { OverviewFigures } from '#server/counts/read-overview.ts'

/** Where the visits of the list came from, its forms and its funnel. */
export const friends = { visits: 812, joined: 214, confirmed: 201 }

export const sources: OverviewFigures['sources'] = (() => {
  const first: OverviewFigures['sources']['first'] = [
    { kind: 'utm', name: 'Instagram', visits: 4_918, joined: 391, confirmed: 352 },
    { kind: 'direct', name: '', visits: 3_307, joined: 262, confirmed: 239 },
    { kind: 'utm', name: 'friend', ...friends },
    { kind: 'referrer', name: 'google.com', visits: 2_204, joined: 163, confirmed: 141 },
    { kind: 'utm', name: 'hyrox-weekly', visits: 604, joined: 97, confirmed: 88 },
    { kind: 'utm', name: 'TikTok', visits: 1_530, joined: 58, confirmed: 47 },
    { kind: 'referrer', name: 'reddit.com', visits: 498, joined: 37, confirmed: 30 },
  ]
  const rest: OverviewFigures['sources']['all'] = [
    { kind: 'referrer', name: 'duckduckgo.com', visits: 190, joined: 14, confirmed: 12 },
    { kind: 'utm', name: 'gym-poster', visits: 24, joined: 6, confirmed: 5 },
    { kind: 'referrer', name: 'bing.com', visits: 71, joined: 3, confirmed: 2 },
    { kind: 'utm', name: '<b>bold</b>', visits: 2, joined: 1, confirmed: 1 },
    { kind: 'utm', name: 'مصدر-الزيارات', visits: 4, joined: 1, confirmed: 0 },
    { kind: 'utm', name: '=HYPERLINK("x")', visits: 3, joined: 0, confirmed: 0 },
    { kind: 'utm', name: 'w'.repeat(64), visits: 2, joined: 0, confirmed: 0 },
    { kind: 'other', name: '', visits: 37, joined: 0, confirmed: 0 },
  ]
  const sum = (list: typeof first) =>
    list.reduce(
      (total, { visits, joined, confirmed }) => ({
        visits: total.visits + visits,
        joined: total.joined + joined,
        confirmed: total.confirmed + confirmed,
      }),
      { visits: 0, joined: 0, confirmed: 0 },
    )
  return {
    first,
    others: { ...sum(rest), sources: rest.length },
    total: sum([...first, ...rest]),
    friends,
    all: [...first, ...rest],
  }
})()

export const forms: OverviewFigures['forms'] = [
  { placement: 'hero', kind: 'section', seen: 14_180, touched: 1_530, closed: null, joined: 702 },
  { placement: 'quiz', kind: 'section', seen: 612, touched: 160, closed: null, joined: 121 },
  { placement: 'final', kind: 'section', seen: 3_918, touched: 260, closed: null, joined: 148 },
  {
    placement: 'sticky-bar',
    kind: 'overlay',
    seen: 9_872,
    touched: 240,
    closed: 1_204,
    joined: 143,
  },
  {
    placement: 'exit-intent',
    kind: 'overlay',
    seen: 2_604,
    touched: 110,
    closed: 2_418,
    joined: 88,
  },
  {
    placement: 'exit-intent-second',
    kind: 'overlay',
    seen: 1_377,
    touched: 41,
    closed: 1_301,
    joined: 45,
  },
  {
    placement: 'video-overlay',
    kind: 'overlay',
    seen: 22,
    touched: null,
    closed: 20,
    joined: null,
  },
]

export const funnel: OverviewFigures['funnel'] = {
  visits: sources.total.visits,
  touched: 2_341,
  joined: 1_247,
  confirmed: 1_118,
  quizStarted: 1_902,
  quizCompleted: 612,
  quizSaved: 121,
  shared: 384,
}
