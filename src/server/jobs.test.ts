import { expect, test } from 'vitest'
import type { Clock } from './clock/clock.ts'
import { jobs, startJobs, type Job, type JobDeps } from './jobs.ts'

const now = Date.parse('2027-01-05T12:00:00Z')
const trustedAt = Date.parse('2026-11-26T12:00:00Z')

/** The names of the jobs that begin with this clock, and what `now` says to them. */
async function begun(isTrusted: boolean) {
  const times: Record<string, number> = {}
  const noted = jobs.map((job): Job => ({
    ...job,
    run: async (deps) => void (times[job.name] = deps.now()),
  }))
  const clock: Clock = {
    isTrusted: () => isTrusted,
    mayDeliver: () => true,
    isDoubtful: () => !isTrusted,
    calendar: () => (isTrusted ? now : trustedAt),
    check: async () => {},
  }
  const running = startJobs({ clock, now: () => now } as unknown as JobDeps, noted)
  await running.stop()
  return times
}

const ofKind = (kind: Job['kind']) =>
  jobs.filter((job) => job.kind === kind).map(({ name }) => name)

test('all that a date decides is done by jobs of the kind calendar', () => {
  expect(ofKind('calendar')).toEqual([
    'retention',
    'count credits that nobody ruled on for a week, and forget who stayed away',
    'recount the line once a day',
    'give rewards whose hold has ended',
    'queue mails about friends',
    'grant pieces of offers that the start could not grant',
    'grant offers without pieces to people who confirmed before',
    'end spots of waves, pass free ones on',
    'mails that a clock ahead made overdue',
    'start sequences that were not requested',
    'begin planned launches, or give them up where the shop has no address',
    'tell once that the list is open again',
    'queue due steps of sequences',
    'pause late letters, begin and end letters',
  ])
})

test('while the clock is doubtful no calendar job begins, and all others do', async () => {
  expect(Object.keys(await begun(false))).toEqual(ofKind('continuous'))
})

test('with a trusted clock every job begins', async () => {
  const times = await begun(true)
  expect(times).toEqual(Object.fromEntries(jobs.map(({ name }) => [name, now])))
})
