import { expect, test } from 'vitest'
import { plain, textsIn, wordsOf } from './language-words.ts'

test('texts of a page are read with their attributes, blocks apart, without what is marked as of another language', () => {
  const html = `<title>Een titel</title><meta name="description" content="Over ons">
    <p title="Uitleg">Kies <b>één</b> &amp; druk<br>op de knop</p>
    <p lang="en">In <i>English</i> <img alt="A picture"> <span lang="nl">behalve dit</span></p>
    <script>const the = 1</script><p>Daarna <a lang="en" href="/">English</a></p>`
  expect(textsIn(html, 'nl')).toEqual([
    'Uitleg',
    'Over ons',
    'Een titel',
    'Kies één & druk',
    'op de knop',
    'behalve dit',
    'Daarna',
  ])
})

test.each([
  ['en', 'Press the button', 'Druk op de knop'],
  ['nl', 'Druk op de knop, dan ben je er', 'Press a button'],
] as const)('words of %s are found in %j and not in %j', (language, with_, without) =>
  expect([with_, without].map((text) => wordsOf[language].test(text))).toEqual([true, false]),
)

test('addresses are in no language', () =>
  expect(plain('Schrijf the@all.example of open https://the.example/all nu')).toBe(
    'Schrijf of open nu',
  ))
