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
  doctor: null,
  figures: {
    open: { simulated: 13, claimsWithoutEvidence: 1, samples: 1, missing: 2 },
    samples: [
      { key: 'product.price', file: 'campaigns/fuel/product.ts', value: '€59 for 30 ampoules' },
    ],
    missing: [
      {
        key: 'privacy.contact.email',
        file: 'campaigns/fuel/copy/privacy.ts',
        value: 'privacy@fuel.example',
        reason: 'a domain reserved for examples: nothing arrives there',
      },
      {
        key: 'product.dose',
        file: 'campaigns/fuel/product.ts',
        value: null,
        reason: 'not given yet',
      },
    ],
  },
  shop: null,
  backup: { at: null, isPostgres: false },
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
  doctor: { outcome: 'in order', checks: [] },
  figures: {
    open: { simulated: 0, claimsWithoutEvidence: 0, samples: 0, missing: 0 },
    samples: [],
    missing: [],
  },
  shop: 'https://shop.example/fuel',
  backup: { at: now - 23 * hourMs, isPostgres: false },
  hasJoined: true,
  now,
}
const keys = [
  'smtp',
  'doctor',
  'contact',
  'address',
  'proxies',
  'tls',
  'operators',
  'simulated',
  'claims',
  'samples',
  'facts',
  'shop',
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
    const shown = keys.filter((key) => facts.hasSmtp || key !== 'doctor')
    expect(checklist.map(({ key }) => key)).toEqual(shown)
    for (const task of checklist) {
      expect([task.key, task.done]).toEqual([task.key, done])
      expect(task.title).not.toBe('')
      expect(task.text).not.toMatch(/undefined|null/)
    }
  }
})

test('[LANG-5] the checklist says what is left to fill in of who keeps the addresses', () => {
  const file = 'campaigns/lock/copy/privacy.ts'
  const missing = ['name', 'address', 'email'].map((part) => ({
    key: `privacy.contact.${part}`,
    file,
    value: null,
    reason: 'not given yet',
  }))
  const { figures } = allDone
  expect(find({ ...allDone, figures: { ...figures, missing } }, 'contact')).toMatchObject({
    done: false,
    title: 'Say who keeps the addresses',
    effect: 'no letter is sent without it',
    text: `The privacy page and the mails have a blank for your name, postal address and e-mail address. Write it as \`contact\` in \`${file}\` and start again.`,
  })
})

test('[DASH-3] a mail server is in order once it has accepted a mail', () => {
  const tried = { ...nothingDone, hasSmtp: true }
  expect(find(nothingDone, 'smtp').command).toContain('SMTP_URL=')
  expect(find(tried, 'smtp')).toMatchObject({ done: false, title: 'Try the mail server' })
  expect(find({ ...tried, wasMailAccepted: true }, 'smtp').done).toBe(true)
})

test('[DASH-3] a backup counts for 24 hours; that of Postgres is recorded by a button', () => {
  const at = (hours: number, isPostgres = false) =>
    find({ ...allDone, backup: { at: now - hours * hourMs, isPostgres } }, 'backup')
  expect([at(24).done, at(25).done]).toEqual([true, false])
  expect(at(25).act).toBeUndefined()
  expect(at(25, true).act).toEqual({ path: '/dashboard/backup-made', label: 'Record a backup' })
})

test('[DASH-3] every line that is open has a link, a button or a command', () => {
  const noContact = { ...nothingDone.figures.missing[0]!, value: null }
  const figures = { ...nothingDone.figures, missing: [noContact] }
  for (const facts of [
    nothingDone,
    { ...nothingDone, hasSmtp: true },
    { ...nothingDone, figures, backup: { at: null, isPostgres: true } },
  ])
    expect(
      checklistOf(facts)
        .filter(({ done, link, act, command }) => !done && !link && !act && !command)
        .map(({ key }) => key),
    ).toEqual([])
})

test('[DASH-3] after the first days the first three open lines are what is next', () => {
  expect(openTasks(checklistOf(nothingDone)).map(({ key }) => key)).toEqual([
    'smtp',
    'contact',
    'address',
  ])
  expect(openTasks(checklistOf(allDone))).toEqual([])
})

test('[DOCTOR-1] the checklist has the last result of the mail doctor once a mail server is set', () => {
  const spf = { key: 'spf', found: '', advice: null, record: null } as const
  const withDoctor = (doctor: ChecklistFacts['doctor']) => find({ ...allDone, doctor }, 'doctor')
  expect(checklistOf(nothingDone).map(({ key }) => key)).not.toContain('doctor')
  expect(withDoctor(null)).toMatchObject({ done: false, title: 'Ask the mail doctor' })
  expect(withDoctor({ outcome: 'wrong', checks: [{ ...spf, state: 'wrong' }] })).toMatchObject({
    done: false,
    title: 'Correct SPF',
    link: { path: '/dashboard/mail#doctor' },
  })
  expect(withDoctor({ outcome: 'unknown', checks: [{ ...spf, state: 'unknown' }] })).toMatchObject({
    done: true,
    text: '0 of 1 in order, 1 unknown.',
  })
})
