import { describe, expect, test } from 'vitest'
import { base } from '#campaigns/base/en/index.ts'
import { base as baseInDutch } from '#campaigns/base/nl/index.ts'
import * as wordsInDutch from '#campaigns/base/nl/words.ts'
import * as words from '#campaigns/base/words/index.ts'
import { campaign as fuel } from '#campaigns/fuel/index.ts'
import { dutch } from '#campaigns/fuel/nl/index.ts'
import type { DeclaredCampaign } from '#campaign/compose.ts'
import { textsOf } from '#campaign/schema/in-language.ts'
import { saidIn } from '#contract/campaign/campaign-parts.ts'
import { setTitle } from '#contract/campaign/title-lines.ts'
import { namesOfThings, wordsOf } from '#test/language-words.ts'

type Passages = Pick<DeclaredCampaign, 'sections' | 'live'>
type Texts = Readonly<Record<string, string>>

const pairs = [
  {
    name: 'the words of every campaign in Dutch',
    lang: 'nl',
    from: { words },
    to: { words: wordsInDutch },
  },
  { name: 'the base in Dutch', lang: 'nl', from: base, to: baseInDutch },
  {
    name: 'the Fuel Protocol in Dutch',
    lang: 'nl',
    from: fuel,
    to: dutch,
  },
]
  .flatMap((pair) => [
    { ...pair, hasParts: true },
    { ...pair, hasParts: false, name: `${pair.name}, to a campaign without parts` },
  ])
  .map(({ from, to, hasParts, ...pair }) => ({
    ...pair,
    from: textsOf(saidIn(from, () => hasParts)) as Texts,
    to: textsOf(saidIn(to, () => hasParts)) as Texts,
  }))

const differing = ({ from, to }: (typeof pairs)[number], of: (text: string) => unknown) =>
  Object.keys(from).filter(
    (path) => JSON.stringify(of(from[path]!)) !== JSON.stringify(of(to[path]!)),
  )

describe.each(pairs)('$name', (pair) => {
  test('has every text of the other language, and no other', () =>
    expect(Object.keys(pair.to).toSorted()).toEqual(Object.keys(pair.from).toSorted()))

  test('has a text wherever the other language has one', () =>
    expect(differing(pair, (text) => text.trim() === '')).toEqual([]))

  test('has the same blanks in each text', () => expect(differing(pair, blanksOf)).toEqual([]))

  test('has the same numbers in each text', () => expect(differing(pair, numbersIn)).toEqual([]))

  test('has no word of the other language', () => {
    const foreign = wordsOf[pair.lang === 'nl' ? 'en' : 'nl']
    expect(
      Object.entries(pair.to).filter(([, text]) =>
        foreign.test(text.replaceAll(namesOfThings, '')),
      ),
    ).toEqual([])
  })

  test('repeats no text of the other language but names and words that both have', () =>
    expect(
      Object.entries(pair.to).filter(
        ([path, text]) =>
          pair.from[path] === text &&
          !isInDutch.test(path) &&
          !isOnLabel.test(path) &&
          !inBoth.has(lettersOf(text)),
      ),
    ).toEqual([]))

  test('has buttons and labels of at most 16 letters, or of 1.6 times the other language', () =>
    expect(
      Object.entries(pair.to).filter(
        ([path, text]) =>
          short.test(path) && text.length > Math.max(16, pair.from[path]!.length * 1.6),
      ),
    ).toEqual([]))

  test('has titles that fill their column where those of the other language do', () =>
    expect(
      Object.entries(pair.to).filter(
        ([path, text]) =>
          isHeadline.test(path) &&
          setTitle(pair.from[path]!).lines.length > 0 &&
          setTitle(text).lines.length === 0,
      ),
    ).toEqual([]))
})

test.each([
  ['the words', { words }],
  ['the base', base],
  ['the Fuel Protocol', fuel],
])('each mark of %s in front of a text names a part that a campaign can be without', (_, texts) => {
  expect(JSON.stringify(texts)).toMatch(/\[(?:quiz|line): /)
  expect(JSON.stringify(saidIn(texts, () => true))).not.toMatch(/\[(?:no )?\w+: /)
})

test('the Dutch passages of the English page read the same at /nl/', () => {
  const passagesOf = ({ sections, live }: Passages) =>
    textsOf({
      sections: { earlyBird: sections?.earlyBird, recent: sections?.recent },
      live: { earlyBird: live?.earlyBird },
    })
  expect(passagesOf(dutch)).toEqual(passagesOf(fuel))
})

const blanksOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name!))].toSorted()

/** Digits without their marks: 7am is 7.00, and 1,000 is 1.000. */
const numbersIn = (text: string): string[] =>
  [...text.replaceAll(/(\d+)(?:\.(\d\d))?(am|pm)/g, inFullDay).matchAll(/\d+(?:[.,]\d+)*/g)]
    .map(([number]) => number.replaceAll(/[.,]/g, ''))
    .toSorted()

const inFullDay = (_: string, hours: string, minutes = '00', half: string): string =>
  `${(Number(hours) % 12) + (half === 'pm' ? 12 : 0)}.${minutes}`

/** The page at `/` has these passages in Dutch as well, and both pages these titles in English. */
const isInDutch =
  /^(?:sections\.(?:earlyBird|recent)|live\.earlyBird|quiz\.types\.\w+\.title|words\.quizResult\.elsewhere\.failedTitle$)/
/** Substances, and how much of them. */
const isOnLabel = /^sections\.contents\.label\.(?:sample\.)?rows\./
const lettersOf = (text: string): string => text.replaceAll(/\{\w+\}|[^\p{L}\s-]/gu, '').trim()
const inBoth = new Set(
  [
    ['', 'Debug', 'E-mail', 'Fig', 'Focus', 'Mail', 'Mails', 'Privacy', 'Quiz', 'Stress', 'open'],
    ['Early access', 'Early-bird', 'Founding', 'Founding status', 'Legacy Pack'],
    ['Mystery bonus stack', 'Nano-delivery', 'PROJECT ASCEND', 'Project Ascend'],
    dutch.sections!.quiz!.types,
  ].flat(),
)

/** Titles of pages, which are set in lines (contract/campaign/title-lines.ts). */
const isHeadline =
  /^(?!sections|line\.copy\.rules\.rules|mails|sequence|quiz|privacy).*\b(?:title|headline)$/

const short =
  /(?:^|\.)(?:button|cta|label|chip|link|jump|stay|back|play|copy|copied|share|mail|close|again|home|keep|another|tag|join|badge|placeholder|minimize|restore|fold|skip|leave|remove|agree|erase|take|pass|shop|rules|next|units\.\d+(?:\.\w+)?|states\.\w+)$/
