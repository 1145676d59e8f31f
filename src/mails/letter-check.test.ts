import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { inLanguages } from '#campaign/in-languages.ts'
import { checkLetter, placeholdersIn } from './entry-server.tsx'

const terms = { publicUrl: 'https://fuel.example' }
const letter = { subject: 'We are live', preview: 'The shop is open', body: 'Come in.' }
const problemsOf = (body: string) =>
  checkLetter({ ...letter, body }, terms).map(({ line, message }) => `${line}: ${message}`)

test('[LETTER-1] headings, bold, italic, links, lists, quotes, rules, line breaks and own pictures are accepted', () => {
  const body = `# Title\n\nText **bold *both*** and _italic_.  \nNext line\\\nlast line.\n
[Open](https://shop.example/a?b=1&c=2#d)\n\n[mail us](mailto:hello@fuel.example?subject=Hi) https://shop.example me@fuel.example\n
- one\n  - two\n- three\n\n3. three\n4. four\n\n   more\n\n> quote\n>\n> more\n\n---\n
## Second\n\n### Third\n\n![A pack](https://fuel.example/pack.png)\n\n![A pack](/pack.png)\n
\\# \\* \\{type} \\<b> \\&copy; A & B < C 5 > 4`
  expect(problemsOf(body)).toEqual([])
})

test.each([
  ['<b>x</b>', 'Remove the HTML. To show the character <, write \\<.'],
  ['<!-- x -->', 'Remove the HTML. To show the character <, write \\<.'],
  ['<script>alert(1)</script>', 'Remove the HTML. To show the character <, write \\<.'],
  [
    '| a | b |\n|---|---|\n| 1 | 2 |',
    'Write a list in place of the table: tables are too wide for phones.',
  ],
  ['```\ncode\n```', 'Remove the code block: the ``` or the spaces at the beginning of the line.'],
  ['    code', 'Remove the code block: the ``` or the spaces at the beginning of the line.'],
  ['Type `code`', 'Remove the backticks: letters show no code.'],
  ['~~gone~~', 'Remove the ~~: letters show no crossed-out text.'],
  [
    '[shop]: https://shop.example',
    'Write the address beside the text of the link, as [text](https://example.com/).',
  ],
  ['- [ ] task', 'Remove the box [ ]: letters have no tasks.'],
  ['> - a', 'Use at most one list inside a list, and none in a quote.'],
  ['> > a', 'Write the quote outside of lists and other quotes.'],
  ['- > a', 'Write the quote outside of lists and other quotes.'],
  ['- # a', 'Write the heading outside of lists and quotes.'],
  ['#### a', 'Use #, ## or ###: letters have three sizes of headings.'],
  [
    '## [a](https://shop.example)',
    'Write the heading as plain words, and the link in a paragraph below.',
  ],
  ['a ![b](/b.png)', 'Put the picture into a paragraph of its own, outside of lists and quotes.'],
  [
    '[![b](/b.png)](https://shop.example)',
    'Put the picture into a paragraph of its own, outside of lists and quotes.',
  ],
  ['![](/b.png)', 'Describe the picture, for people who do not see it: ![description](address).'],
  ['A &copy; B', 'Write the character itself in place of &copy;.'],
  ['&#60;script&#62;', 'Write the character itself in place of &#60;.'],
  ['a\u202Eb', 'Remove the invisible character U+202E.'],
  ['a\uE000v0\uE001b', 'Remove the invisible character U+E000.'],
  ['a\0b', 'Remove the invisible character U+0000.'],
  ['a\uD800b', 'Remove the invisible character U+D800.'],
  ['***'.repeat(4) + 'a' + '***'.repeat(4), 'Use fewer quotes, lists and marks inside each other.'],
])('[LETTER-1] the body %j is refused with its line and what to do', (text, message) => {
  expect(problemsOf(`First.\n\n${text}`)).toContain(`3: ${message}`)
})

test.each([
  ['[a](http://shop.example)', 'Use https: pages over http can be read and changed on their way.'],
  ['www.shop.example', 'Use https: pages over http can be read and changed on their way.'],
  [
    '[a](javascript:alert%281%29)',
    'A link can lead to an https address or to a mail address (mailto:), nowhere else.',
  ],
  [
    '[a](data:text/html,x)',
    'A link can lead to an https address or to a mail address (mailto:), nowhere else.',
  ],
  ['[a](//shop.example)', 'Write the whole address of the link, as https://example.com/page.'],
  ['[a](/quiz)', 'Write the whole address of the link, as https://example.com/page.'],
  ['[a](shop.example)', 'Write the whole address of the link, as https://example.com/page.'],
  ['[a](https:shop.example)', 'Write the whole address of the link, as https://example.com/page.'],
  [
    '[a](https://fuel.example\\\\shop.example)',
    'Write the whole address of the link, as https://example.com/page.',
  ],
  [
    '[a](https://fuel%2eexample/)',
    'Write the whole address of the link, as https://example.com/page.',
  ],
  ['[a](https://fuel.example@shop.example/)', 'Remove the name before @ from the address.'],
  ['[a](https://intranet/)', 'intranet is not a public address.'],
  [
    '[a](https://{type|shop}.example/)',
    'A placeholder can stand after the host of an address, not in it.',
  ],
  [
    '[a]({code|https://shop.example/})',
    'Only the placeholder {link} can be the whole address of a link.',
  ],
  [
    '[a]({link|javascript:alert})',
    'Use an https address as fallback: {link|https://example.com/}.',
  ],
  ['[a]({link|})', 'Use an https address as fallback: {link|https://example.com/}.'],
  ['[a](https://shop.example/?a=1&amp;b=2)', 'Write & alone in the address of a link.'],
  [
    '[a](https://shop.example "Tip")',
    'Remove the words in quotes after the address: mails do not show them.',
  ],
  ['[](https://shop.example)', 'Write the words of the link, as [words](https://example.com/).'],
  [
    '[a](https://shop.example/a b)',
    'Close the link, and remove spaces from its address: [text](https://example.com/).',
  ],
  [
    '![b](https://cdn.example/b.png)',
    'Use a picture from https://fuel.example: mails load nothing from other servers.',
  ],
  [
    '![b](//cdn.example/b.png)',
    'Use a picture from https://fuel.example: mails load nothing from other servers.',
  ],
  [
    '![b](http://fuel.example/b.png)',
    'Use a picture from https://fuel.example: mails load nothing from other servers.',
  ],
  [
    '![b](/b.png?for={code|x})',
    'Use a picture from https://fuel.example: mails load nothing from other servers.',
  ],
])('[LETTER-1] the address in %j is refused', (text, message) => {
  expect(problemsOf(text)).toContain(`1: ${message}`)
})

test.each([
  ['[fuel.example](https://shop.example/)', 'fuel.example', 'shop.example'],
  ['[Go to https://fuel.example/now](https://shop.example/)', 'fuel.example', 'shop.example'],
  [
    '[FUEL.example](https://fuel.example.shop.example/)',
    'fuel.example',
    'fuel.example.shop.example',
  ],
  ['[fuel\u2024example](https://shop.example/)', 'fuel.example', 'shop.example'],
  ['[f\u00ADuel.example](https://shop.example/)', 'fuel.example', 'shop.example'],
  ['[**fuel**.example](https://shop.example/)', 'fuel.example', 'shop.example'],
  ['[fu\u0435l.example](https://fuel.example/)', 'xn--ful-sdd.example', 'fuel.example'],
  ['[https://127.0.0.1/](https://shop.example/)', '127.0.0.1', 'shop.example'],
  ['[me@fuel.example](mailto:me@shop.example)', 'fuel.example', 'shop.example'],
  ['[{code|fuel.example}](https://shop.example/)', 'fuel.example', 'shop.example'],
  ['[paypal.com](https://shop.example/)', 'paypal.com', 'shop.example'],
  ['[**paypal.co.uk/login**](https://shop.example/)', 'paypal.co.uk', 'shop.example'],
  ['[www.fuel.example →](https://shop.example/)', 'www.fuel.example', 'shop.example'],
])(
  '[LETTER-1] the link %s, which shows another host than it leads to, is refused',
  (text, shown, host) => {
    expect(problemsOf(text)).toEqual([
      `1: The link shows ${shown} but leads to ${host}. Show the address that it leads to, or words without an address.`,
    ])
  },
)

test.each([
  '[fuel.example](https://www.fuel.example/)',
  '[www.fuel.example](https://fuel.example/)',
  '[fuel.example/my.page/index.html](https://fuel.example/x)',
  '[first.last@fuel.example](mailto:first.last@fuel.example)',
  'https://fuel.example/a.b/index.html?c=d.e',
  '[Read 3.5 more, e.g. this](https://shop.example/)',
  '[Node.js](https://nodejs.org/)',
  '[Go to https://fuel.example.](https://fuel.example/)',
  '[report.pdf](https://fuel.example/report)',
  '[Our talk about ASP.NET](https://fuel.example/talk)',
  '[Your page]({link|https://fuel.example/})',
])('the link %s shows where it leads', (text) => {
  expect(problemsOf(text)).toEqual([])
})

test('a list in a list in a list is refused where it begins', () => {
  expect(problemsOf('- a\n  - b\n    - c')).toEqual([
    '3: Use at most one list inside a list, and none in a quote.',
  ])
})

test.each(['>', '- ', '1. ', '*', '**a ', '[', '![a](', '<', '`'])(
  'a body of 10,000 characters that repeats %j is checked without an error',
  (part) => {
    const body = part.repeat(10_000 / part.length)
    expect(() => checkLetter({ ...letter, body }, terms)).not.toThrow()
  },
)

test('pages and pictures of a server without https, as on this machine, are its own', () => {
  const body = '[Go](http://localhost:3000/quiz)\n\n![Pack](http://localhost:3000/pack.png)'
  expect(checkLetter({ ...letter, body }, { publicUrl: 'http://localhost:3000' })).toEqual([])
})

test('a problem names the line where it is, in lists, quotes and after line ends of every kind', () => {
  const body =
    'a\r\nb &lt;\r\n\r\n- c\r\n- d\r\n  e <i>\r\n\r\n> f\r\n> {name}\r\n\r\n[g\r\nh](http://x.example)'
  expect(checkLetter({ ...letter, body }, terms).map(({ line }) => line)).toEqual([2, 6, 9, 11])
})

test.each([
  [{ subject: '' }, 'subject', 'Write a subject.'],
  [{ subject: 'a\r\nBcc: b' }, 'subject', 'Write the subject on one line.'],
  [{ subject: 'a\u202E' }, 'subject', 'Remove the invisible character U+202E.'],
  [{ subject: 'a'.repeat(151) }, 'subject', 'Shorten this to 150 characters: it has 151.'],
  [{ preview: 'a\nb' }, 'preview', 'Write the preview on one line.'],
  [{ preview: 'a'.repeat(201) }, 'preview', 'Shorten this to 200 characters: it has 201.'],
  [{ body: ' \n ' }, 'body', 'Write the letter.'],
  [{ body: 'a'.repeat(10_001) }, 'body', 'Shorten this to 10,000 characters: it has 10,001.'],
])('[LETTER-1] %j is refused', (change, field, message) => {
  const found = checkLetter({ ...letter, ...change }, terms)
  expect(found).toContainEqual(expect.objectContaining({ field, message }))
})

test('of a body over the limit only its length is a problem, however many braces it has', () => {
  expect(problemsOf('{\n'.repeat(60_000))).toEqual([
    '1: Shorten this to 10,000 characters: it has 120,000.',
  ])
})

test('a subject of 150 characters, an empty preview and a body of 10,000 are accepted', () => {
  const text = { subject: 'a'.repeat(150), preview: '', body: 'a\r\n'.repeat(5000) }
  expect(checkLetter(text, terms)).toEqual([])
})

test.each([
  [
    '{name}',
    '{name} is no placeholder. Use one of {place}, {link}, {code}, {type}, or write \\{ to show a brace.',
  ],
  [
    '{ type }',
    '{ type } is no placeholder. Use one of {place}, {link}, {code}, {type}, or write \\{ to show a brace.',
  ],
  [
    '{type',
    '{ is no placeholder. Use one of {place}, {link}, {code}, {type}, or write \\{ to show a brace.',
  ],
  [
    '\\\\{name}',
    '{name} is no placeholder. Use one of {place}, {link}, {code}, {type}, or write \\{ to show a brace.',
  ],
  [
    '{place}',
    'Not everybody in the audience has a place. Add words for people without it, as {place|your place}.',
  ],
  [
    '{type}',
    'Not everybody in the audience has a type. Add words for people without it, as {type|your type}.',
  ],
])('[LETTER-1] the placeholder %s is refused in subject, preview and body', (text, message) => {
  const all = { subject: text, preview: text, body: text }
  expect(checkLetter(all, terms)).toEqual([
    { field: 'subject', message },
    { field: 'preview', message },
    { field: 'body', message, line: 1 },
  ])
})

test('a placeholder needs no fallback in an audience of people with a value', () => {
  const all = { subject: '{type} {place}', preview: '', body: '{type} {code} {link}' }
  expect(checkLetter(all, { ...terms, everyoneHasValues: true })).toEqual([])
})

test('placeholders are listed in the order of subject, preview and body', () => {
  const text = { subject: '{type|you}', preview: '\\{code}', body: '{link}\n{other}\n{place|}' }
  expect(placeholdersIn(text)).toEqual([
    { name: 'type', fallback: 'you' },
    { name: 'link', fallback: null },
    { name: 'place', fallback: '' },
  ])
})

test('[LINE-10] a letter that begins with a text of the campaign cannot be sent before its gaps are filled in', () => {
  const starts = Object.values(inLanguages).flatMap(({ campaign: { brand, mails } }) =>
    Object.values(mails.letterStarts!).map((start) => ({ ...start, brand })),
  )
  expect(starts).toHaveLength(campaign.languages.length)
  for (const { subject, preview, body, brand } of starts) {
    const begun = { subject, preview, body: body.replaceAll('{brand}', brand) }
    const filled = (text: string) =>
      text
        .replaceAll('{shop}', 'https://shop.example.com/')
        .replaceAll(/\{(until|erased)\}/g, 'May')
    const gaps = checkLetter(begun, terms).flatMap(({ gap }) => gap ?? [])
    expect(new Set(gaps)).toEqual(new Set(['until', 'shop', 'erased']))
    const done = { subject, preview: filled(preview), body: filled(begun.body) }
    expect(checkLetter(done, terms)).toEqual([])
  }
})
