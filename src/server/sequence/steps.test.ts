import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { noon } from '#test/mailbox.ts'
import {
  restartsSequence,
  firstMailAllowedAt,
  forecast,
  newProgress,
  nextAction,
  stepAfter,
  withFirstMail,
  type Progress,
} from './steps.ts'

const copy = campaign.sequence!
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const after = (step: string, stepDays: number, change: Partial<Progress> = {}): Progress => ({
  ...newProgress,
  step,
  stepDays,
  firstAt: noon,
  lastAt: noon + stepDays * dayMs,
  firstMailsAt: [noon],
  ...change,
})
const moment = (progress: Progress, now = noon) => {
  const next = nextAction(copy, { state: 'confirmed', active: true, progress }, now)
  return next.action === 'send' ? [next.step.name, (next.at - noon) / dayMs] : [next.action]
}

describe('the next step', () => {
  test('the first mail at once, the others on their day, then nothing', () => {
    expect(moment({ ...newProgress, dueAt: noon })).toEqual(['protocol', 0])
    expect([
      moment(after('protocol', 0)),
      moment(after('first-days', 2)),
      moment(after('adjust', 5)),
      moment(after('keep', 9)),
    ]).toEqual([['first-days', 2], ['adjust', 5], ['keep', 9], ['finish']])
  })

  test('after a late mail the next comes a day later at the earliest', () => {
    expect(moment(after('first-days', 2, { lastAt: noon + 20 * dayMs }))).toEqual(['adjust', 21])
    expect(moment(after('first-days', 2, { lastAt: noon + 4.5 * dayMs }))).toEqual([
      'adjust',
      5 + 19 / 24,
    ])
  })

  test('a first mail counts for 24 hours, and three of them for 30 days', () => {
    const third = [noon, noon + dayMs, noon + 2 * dayMs]
    expect([firstMailAllowedAt([]), firstMailAllowedAt([noon]), firstMailAllowedAt(third)]).toEqual(
      [0, noon + dayMs, noon + 30 * dayMs],
    )
    expect(withFirstMail(third, noon + 30 * dayMs)).toEqual([...third.slice(1), noon + 30 * dayMs])
    expect(moment({ ...newProgress, dueAt: noon, firstMailsAt: [noon - hourMs] })).toEqual([
      'protocol',
      23 / 24,
    ])
  })

  test.each([
    ['unconfirmed', { action: 'wait', for: 'confirmation' }],
    ['unsubscribed', { action: 'wait', for: 'confirmation' }],
    ['suppressed', { action: 'stop', rule: 'suppressed' }],
    ['bounced', { action: 'stop', rule: 'suppressed' }],
    ['complained', { action: 'stop', rule: 'suppressed' }],
  ] as const)('no mail for a person who is %s', (state, next) =>
    expect(nextAction(copy, { state, active: true, progress: newProgress }, noon)).toEqual(next),
  )

  test('nothing for a person whose sequence has ended', () =>
    expect(
      nextAction(copy, { state: 'confirmed', active: false, progress: newProgress }, noon),
    ).toEqual({
      action: 'nothing',
    }))

  test('a silenced address stops a step that names no rule', () => {
    const stubborn = { ...copy, steps: copy.steps.map((step) => ({ ...step, stops: [] })) }
    expect(
      nextAction(stubborn, { state: 'suppressed', active: true, progress: newProgress }, noon),
    ).toEqual({ action: 'stop', rule: 'suppressed' })
  })

  test('after a step that was moved to the front comes the one that now follows it; after one that is gone the first that lies later', () => {
    expect(stepAfter(copy, { step: 'protocol', stepDays: 5 })?.name).toBe('first-days')
    expect(
      [0, 1, 2, 5, 8, 9].map((stepDays) => stepAfter(copy, { step: 'gone', stepDays })?.name),
    ).toEqual(['first-days', 'first-days', 'adjust', 'keep', 'keep', undefined])
  })

  test('after one that is gone, of a day that nobody knows, comes the first that lies after the start', () => {
    const daily = { ...copy, steps: copy.steps.map((step, afterDays) => ({ ...step, afterDays })) }
    expect(stepAfter(daily, { step: 'gone', stepDays: null })?.name).toBe('first-days')
  })

  test('without steps it is finished', () =>
    expect(stepAfter({ ...copy, steps: [] }, newProgress)).toBeNull())
})

describe('a newer result', () => {
  test.each([
    ['before any mail begins', newProgress, false, noon, true],
    ['while the first mail waits changes its texts', newProgress, true, noon, false],
    [
      'within 24 hours of a first mail changes the texts',
      after('protocol', 0),
      false,
      noon + dayMs - 1,
      false,
    ],
    ['24 hours after it begins anew', after('protocol', 0), false, noon + dayMs, true],
    ['after the last step begins anew', after('keep', 9), false, noon + 9 * dayMs, true],
    [
      'after three first mails in 30 days changes the texts',
      after('keep', 9, { firstMailsAt: [noon - 9 * dayMs, noon - dayMs, noon] }),
      false,
      noon + 9 * dayMs,
      false,
    ],
  ])('%s', (_, progress, waiting, now, anew) =>
    expect(restartsSequence(copy, progress, waiting, now)).toBe(anew),
  )

  test('does not replace a step that has no such rule', () => {
    const kept = {
      ...copy,
      steps: copy.steps.map((step) => ({
        ...step,
        stops: step.stops.filter((rule) => rule !== 'replaced'),
      })),
    }
    expect(restartsSequence(kept, after('protocol', 0), false, noon + dayMs)).toBe(false)
  })
})

test('the forecast is late where the server was, one mail a day', () => {
  const { steps } = forecast(
    copy,
    { state: 'confirmed', active: true, progress: after('protocol', 0) },
    noon + 10 * dayMs,
    noon + 30 * dayMs,
  )
  expect(steps.map(({ name, at }) => `${name} ${(at - noon) / dayMs}`)).toEqual([
    'first-days 10',
    'adjust 11',
    'keep 12',
  ])
})

describe('the forecast', () => {
  const stepsFrom = (progress: Progress, now: number, until: number) => {
    const { steps, end } = forecast(
      copy,
      { state: 'confirmed', active: true, progress },
      now,
      until,
    )
    return [
      ...steps.map(({ name, at }) => `${name} ${(at - noon) / hourMs}`),
      'for' in end ? end.for : end.action,
    ]
  }

  test('contains the steps up to its end', () => {
    expect(stepsFrom(after('adjust', 5), noon, noon + 9 * dayMs)).toEqual(['keep 216', 'finish'])
    expect(stepsFrom(after('adjust', 5), noon, noon + 9 * dayMs - 1)).toEqual(['later'])
  })

  test('says that a step more than 14 days late waits for the operator', () => {
    expect(stepsFrom(after('adjust', 5), noon + 23 * dayMs, noon + 30 * dayMs)).toEqual([
      'keep 552',
      'finish',
    ])
    expect(stepsFrom(after('adjust', 5), noon + 23 * dayMs + 1, noon + 30 * dayMs)).toEqual([
      'operator',
    ])
  })

  test('lets the first mail leave now, also at night, and any other in the morning', () => {
    const night = noon + 10 * hourMs
    expect(stepsFrom({ ...newProgress, dueAt: noon }, night, night + dayMs)).toEqual([
      'protocol 10',
      'later',
    ])
    expect(
      stepsFrom(
        after('adjust', 5, { firstAt: noon - 9 * dayMs, lastAt: noon - 4 * dayMs }),
        night,
        night + dayMs,
      ),
    ).toEqual(['keep 19', 'finish'])
  })
})

test('[BRAND-6] the sequence of a type that the campaign no longer has is over', () => {
  const next = (type: string) =>
    nextAction(copy, { state: 'confirmed', active: true, type, progress: newProgress }, noon).action
  expect([next('focus'), next('owl'), next('constructor')]).toEqual(['send', 'finish', 'finish'])
})
