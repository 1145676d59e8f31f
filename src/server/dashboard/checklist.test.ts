import { expect, test } from 'vitest'
import { checklistOf, openTasks, type ChecklistFacts } from './checklist.ts'

const now = Date.parse('2026-11-24T11:04:00Z')
const hourMs = 3_600_000
const nothingDone: ChecklistFacts = {
  publicUrl: 'http://localhost:3000',
  isHttps: false,
  hasProxies: false,
  operators: { operators: 0, readers: 0 },
  hasSmtp: false,
  wasMailAccepted: false,
  figures: {
    open: { simulated: 13, claimsWithoutEvidence: 1, missing: 2 },
    missing: [
      {
        key: 'privacy.contact.email',
        file: 'src/campaign/copy/privacy.ts',
        value: 'privacy@fuel.example',
        reason: 'a domain reserved for examples: nothing arrives there',
      },
      {
        key: 'product.dose',
        file: 'src/campaign/product.ts',
        value: null,
        reason: 'not given yet',
      },
    ],
  },
  backup: { atMs: null, isPostgres: false },
  hasJoined: false,
  now,
}
const allDone: ChecklistFacts = {
  publicUrl: 'https://fuel.example',
  isHttps: true,
  hasProxies: true,
  operators: { operators: 1, readers: 2 },
  hasSmtp: true,
  wasMailAccepted: true,
  figures: { open: { simulated: 0, claimsWithoutEvidence: 0, missing: 0 }, missing: [] },
  backup: { atMs: now - 23 * hourMs, isPostgres: false },
  hasJoined: true,
  now,
}
const keys = [
  'address',
  'proxies',
  'tls',
  'operators',
  'contact',
  'smtp',
  'simulated',
  'claims',
  'facts',
  'backup',
  'join',
]
const find = (facts: ChecklistFacts, key: string) =>
  checklistOf(facts).find((task) => task.key === key)!

test('[DASH-3] the checklist says for each line what to do, or that it is done', () => {
  for (const [facts, done] of [
    [nothingDone, false],
    [allDone, true],
  ] as const) {
    const checklist = checklistOf(facts)
    expect(checklist.map(({ key }) => key)).toEqual(keys)
    for (const task of checklist) {
      expect([task.key, task.done]).toEqual([task.key, done])
      expect(task.title).not.toBe('')
      expect(task.text).not.toMatch(/undefined|null/)
    }
  }
})

test('[DASH-3] a mail server is in order once it has accepted a mail', () => {
  const tried = { ...nothingDone, hasSmtp: true }
  expect(find(nothingDone, 'smtp').text).toContain('`SMTP_URL`')
  expect(find(tried, 'smtp')).toMatchObject({ done: false, title: 'Try the mail server' })
  expect(find({ ...tried, wasMailAccepted: true }, 'smtp').done).toBe(true)
})

test('[DASH-3] a backup counts for 24 hours; that of Postgres is recorded by a button', () => {
  const at = (hours: number, isPostgres = false) =>
    find({ ...allDone, backup: { atMs: now - hours * hourMs, isPostgres } }, 'backup')
  expect([at(24).done, at(25).done]).toEqual([true, false])
  expect(at(25).act).toBeUndefined()
  expect(at(25, true).act).toEqual({ path: '/dashboard/backup-made', label: 'Record a backup' })
})

test('[DASH-3] after the first days the first three open lines are what is next', () => {
  expect(openTasks(checklistOf(nothingDone)).map(({ key }) => key)).toEqual([
    'address',
    'proxies',
    'tls',
  ])
  expect(openTasks(checklistOf(allDone))).toEqual([])
})
