import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { keepPromises } from '#contract/promises/blanks.ts'
import { performanceTypes } from '#test/quiz-taker.ts'

const sequence = keepPromises(campaign).sequence!
const { steps } = sequence
const all = performanceTypes.flatMap((type) =>
  steps.map((step, at) => ({ type, step, at, text: step.texts[type]! })),
)
const saidIn = ({ subject, title, paragraphs, points = [] }: (typeof all)[number]['text']) =>
  [subject, title, ...paragraphs, ...points].join('\n')
const inWords = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven']

describe('the sequence of the shipped campaign', () => {
  test('the protocol comes at once, the other mails after 2, 5 and 9 days, and any of four things ends them', () => {
    expect(steps.map(({ name, afterDays }) => `${name} ${afterDays}`)).toEqual([
      'protocol 0',
      'first-days 2',
      'adjust 5',
      'keep 9',
    ])
    for (const { stops } of steps)
      expect(stops).toEqual(['unsubscribed', 'suppressed', 'replaced', 'closed'])
  })

  test('no mail is sent from nine in the evening to eight in the morning in Amsterdam', () => {
    expect([sequence.quietHours, sequence.timeZone]).toEqual([
      { from: 21, to: 8 },
      'Europe/Amsterdam',
    ])
  })

  test.each(all.filter(({ at }) => at < 3))(
    '$type, $step.name: says when the next email comes',
    ({ text, at, step }) => {
      const days = steps[at + 1]!.afterDays - step.afterDays
      const said = text.paragraphs.at(-1)!
      expect(said.toLowerCase()).toContain(`in ${inWords[days]} days`)
      expect(said).toMatch(/email|we write/i)
    },
  )

  test.each(all.filter(({ at }) => at === 3))(
    '$type, $step.name: says that it is the last, and what comes with early access',
    ({ text }) =>
      expect(saidIn(text)).toMatch(
        /last (email|of)[^]*early access[^]*founding status[^]*Legacy Pack[^]*mystery bonus stack/,
      ),
  )

  test('each email has its own content: no sentence appears in two emails', () => {
    const sentences = all.flatMap(({ text }) =>
      saidIn(text)
        .split(/(?<=[.?:])\s+|\n/)
        .filter((sentence) => sentence.length >= 28 && sentence !== text.title),
    )
    expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) < at)).toEqual([])
    expect(new Set(all.map(({ text }) => text.subject)).size).toBe(16)
  })

  describe.each(all)('$type, $step.name', ({ text }) => {
    test('fits where a mailbox shows it, and is read in two minutes', () => {
      expect(text.subject.length).toBeLessThanOrEqual(50)
      expect(text.preview.length).toBeLessThanOrEqual(90)
      expect(saidIn(text).split(/\s+/).length).toBeLessThan(320)
    })

    test('leads to its points by a colon', () => {
      expect(text.paragraphs.filter((paragraph) => paragraph.endsWith(':'))).toHaveLength(1)
      expect(text.points?.every((point) => /^[^:]{3,40}: \S/.test(point))).toBe(true)
    })

    test('claims no cure and no study, and shouts nowhere', () =>
      expect(saidIn(text)).not.toMatch(
        /!|\bcure|\bheal|diagnos|medicine|complaint|guarantee|proven|research|\bstud(?:y|ies)|scien|\d+ ?%|percent|\p{Extended_Pictographic}/iu,
      ))
  })
})
