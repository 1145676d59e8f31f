import { describe, expect, test } from 'vitest'
import { performanceTypes } from '#test/quiz-taker.ts'
import { keepPromises } from '#contract/promises/blanks.ts'
import { inLanguages } from '#campaign/in-languages.ts'

const { steps } = keepPromises(inLanguages['nl']!.campaign).sequence!
const all = performanceTypes.flatMap((type) =>
  steps.map((step, at) => ({ type, step, at, text: step.texts[type]! })),
)
const saidIn = ({ subject, title, paragraphs, points = [] }: (typeof all)[number]['text']) =>
  [subject, title, ...paragraphs, ...points].join('\n')
const inWords = ['nul', 'één', 'twee', 'drie', 'vier', 'vijf', 'zes', 'zeven']

describe('the Dutch sequence', () => {
  test.each(all.filter(({ at }) => at < 3))(
    '$type, $step.name: says when the next mail comes',
    ({ text, at, step }) => {
      const days = steps[at + 1]!.afterDays - step.afterDays
      const said = text.paragraphs.at(-1)!.toLowerCase()
      expect(said).toContain(`over ${inWords[days]} dagen`)
      expect(said).toMatch(/mail|schrijven/)
    },
  )

  test.each(all.filter(({ at }) => at === 3))(
    '$type, $step.name: says that it is the last, and what comes with early access',
    ({ text }) => {
      expect(saidIn(text)).toMatch(
        /laatste (mail|van)[^]*early access[^]*founding status[^]*Legacy Pack[^]*mystery bonus stack/,
      )
    },
  )

  test('each mail has its own content: no sentence appears in two mails', () => {
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

    test('claims no cure and no study, and shouts nowhere', () => {
      expect(saidIn(text)).not.toMatch(
        /!|genees|geneest|genezen|diagnose|medicijn|klacht|garandeer|garantie|bewezen|onderzoek|studie|wetenschap|\d+ ?%|procent|\p{Extended_Pictographic}/iu,
      )
    })
  })
})
