import { expect, test } from 'vitest'
import { personalColumns, type PersonalData } from '#contract/people/personal-data.ts'
import { skippingHeadings } from '#test/headings.ts'
import { personalDataWith } from '#test/personal-data.ts'
import { renderDashboard } from '#dashboard/entry-server.tsx'

const frame = {
  operator: 'anna@example.com',
  role: 'operator',
  formToken: 'token',
  asOf: 0,
  engine: 'SQLite',
  lastBackup: null,
} as const

const shown = (change: Partial<PersonalData>): string =>
  renderDashboard(
    {
      screen: 'person',
      id: 'one',
      person: personalDataWith({
        email: 'sanne@fuel.example',
        state: 'confirmed',
        placement: 'hero',
        ...change,
      }),
      line: { place: null, cameBy: null, friends: [], isMore: false },
      acts: [],
      offers: [],
      resend: { may: false, why: 'confirmed' },
      deletedAt: null,
    },
    frame,
  ).html

test.each(personalColumns.filter(({ holds }) => holds !== 'state'))(
  "a person's screen shows the column $column",
  ({ field, holds }) => {
    const value = holds === 'time' ? Date.parse('2031-05-17T09:30:00Z') : 'kiosk-31'
    const html = shown({ [field]: value }).replaceAll(/<[^>]+>/g, '')
    expect(html).toMatch(holds === 'time' ? /17 May 2031,? 11:30/ : /kiosk-31/)
  },
)

test('a column with a label stands among the facts, and only where it has a value', () => {
  const until = Date.parse('2031-05-17T09:30:00Z')
  expect(shown({ mailResumesAt: until })).toContain('Email paused until')
  expect(shown({})).not.toContain('Email paused until')
})

test('headings skip no level, also where only the log is left of a person', () => {
  const acts = [
    { id: 'one', at: 0, operator: 'anna@example.com', text: 'Erased a person.', outcome: 'done' },
  ]
  const gone = renderDashboard({ screen: 'person-gone', acts }, frame).html
  expect(gone).toContain('Erased a person')
  for (const html of [gone, shown({})]) expect(skippingHeadings(html)).toEqual([])
})
