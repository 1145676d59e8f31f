import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkLetter, renderLetter } from './entry-server.tsx'

const publicUrl = 'https://fuel.example'
const sanne = {
  email: 'sanne@example.com',
  unsubscribeUrl: `${publicUrl}/unsubscribe/L3aveT0ken`,
  meUrl: `${publicUrl}/me/M3T0ken`,
}
const letterOf = (body: string) => ({ subject: 'We are live', preview: 'The shop is open', body })
const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)

const spaces = ['\n', '\n\n', '  \n', '\t', '    ']
const marks = `* ** _ # ## - 1. > --- | |-| ~~ \\ \u202E \uE000 \uE001 ' " { } [ ] ( ) < >`.split(
  ' ',
)
const links =
  '[a]( ![a]( ![a](/b.png) [a]:/b [a](https://shop.example/?b="onclick=) [a](mailto:a@b.example) https://evil.example/a javascript:alert(1)'.split(
    ' ',
  )
const values =
  '{type|<b>} {type|"} {link|https://a.example/} [go]({link|https://a.example/}) [go](https://a.example/{code|"><i>})'.split(
    ' ',
  )
const markup = '<script> </p> <!-- <img/src=x/onerror=alert(1)> &lt; &#x3c; url( `'.split(' ')
/** Pieces of Markdown and of attacks on it, in any order. */
const pieces = fc.oneof(
  fc.constantFrom(...spaces, ...marks, ...links, ...values, ...markup),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
)
const bodies = fc.array(pieces, { minLength: 1, maxLength: 24 }).map((parts) => parts.join(''))

test('[LETTER-1] any body is either refused or becomes HTML without scripts, foreign pictures or markup of its own, and a text part with all its links', async () => {
  let sent = 0
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      if (checkLetter(letterOf(body), { publicUrl }).length > 0) return
      sent += 1
      const { html, text } = await renderLetter(letterOf(body), sanne)
      expect(foreignIn(html)).toEqual([])
      for (const href of linksIn(html))
        if (href.startsWith('https:')) expect(text).toContain(unescapeHtml(href))
    }),
    { numRuns: Number(process.env['FUZZ_ROUNDS'] ?? 150) },
  )
  expect(sent).toBeGreaterThan(20)
})

const elements =
  'html head meta title style body div table tbody tr td p h1 h2 h3 ul ol li strong em br hr a img span'
const attributes =
  'dir lang name content http-equiv class style role width border cellPadding cellSpacing bgcolor background align href target src alt start data-skip-in-text'
const tags = /<\/?([a-z][^\s/>]*)([^>]*)>/gi

/** Elements, attributes and pictures that our own components never write. */
function foreignIn(html: string): string[] {
  const written = html.replace(/<!DOCTYPE[^>]*>|<!--.*?-->/g, '')
  return [...written.matchAll(tags)].flatMap(([, name = '', rest = '']) => [
    ...(elements.split(' ').includes(name) ? [] : [name]),
    ...[...rest.matchAll(/\s([^\s=/]+)="([^"]*)"/g)]
      .filter(
        ([, key = '', value = '']) =>
          !attributes.split(' ').includes(key) ||
          (key === 'src' && !value.startsWith(`${publicUrl}/`)) ||
          (key === 'href' && !/^(?:https:|mailto:)/.test(value)),
      )
      .map(([attribute]) => attribute),
  ])
}

const unescapeHtml = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
