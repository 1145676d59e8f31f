import { expect, test } from 'vitest'
import { renderDashboard } from '#dashboard/entry-server.tsx'
import { dashboardStates } from '#dashboard/states/list.ts'

const { view, frame } = dashboardStates.find(({ name }) => name === 'letter-done')!
const shownWith = (declined: number) => {
  if (view.screen !== 'letter') throw new Error('no letter')
  const { html } = renderDashboard({ ...view, counts: { ...view.counts, declined } }, frame)
  return html.replaceAll(/<[^>]+>/g, '')
}

test('[BACK-4] a letter says how many of its mails came back without suppressing anybody', () => {
  expect(shownWith(100)).toContain(
    '100 came back after the mail server accepted them: refused by the recipients’ servers, or the mailbox was full or closed. Nobody is suppressed for it.',
  )
  expect(shownWith(0)).not.toContain('came back')
})
