import { expect, test } from 'vitest'
import { renderDashboard } from '#dashboard/entry-server.tsx'
import { undeliveredWords } from '#dashboard/letters/undelivered.tsx'
import { moveWords, reasonWords } from '#contract/line-words.ts'
import { skippingHeadings } from '#test/headings.ts'
import { dashboardStates } from './list.ts'

const htmlOf = (name: string) => {
  const { view, frame } = dashboardStates.find((state) => state.name === name)!
  return renderDashboard(view, frame).html
}

/** The empty reason is that of credits that do not wait. */
const { '': _, ...waiting } = reasonWords

test.each([
  ['line', 'reason for which credits wait', waiting],
  ['line-credits', 'reason for which credits wait', waiting],
  ['line', 'reason to move', moveWords],
  ['letter-undelivered', 'kind of mail that was not delivered', undeliveredWords],
])('the sample %s shows every %s', (name, _kind, words: Readonly<Record<string, string>>) => {
  const html = htmlOf(name)
  expect(Object.values(words).filter((word) => !html.includes(word))).toEqual([])
})

test.each(dashboardStates.map(({ name }) => name))('headings of %s skip no level', (name) =>
  expect(skippingHeadings(htmlOf(name))).toEqual([]),
)
