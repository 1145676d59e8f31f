import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unicodeEmail } from './unicode-host.ts'

test.each([
  ['info@xn--mller-kva.de', 'info@müller.de'],
  ['x@xn--strae-oqa.xn--bcher-kva.example', 'x@straße.bücher.example'],
  ['a@xn--fsqu00a.xn--0zwm56d', 'a@例子.测试'],
  ['a@xn--ls8h.la', 'a@💩.la'],
  ['xn--mller-kva@fuel.example', 'xn--mller-kva@fuel.example'],
  ['a@xn--e1afmkfd.xn--p1ai', 'a@пример.рф'],
  ['a@xn--hxajbheg2az3al.xn--jxalpdlp', 'a@παράδειγμα.δοκιμή'],
  ['a@xn--cafe-9k4cxa80ah168adocu19k.jp', 'a@日本語カフェcafe.jp'],
  ['a@xn--3e0bk47br7k.kr', 'a@한국어.kr'],
  ['a@xn--12c1cyarx0c5b.th', 'a@นามสกุล.th'],
  ['a@xn--80ak6aa92e.com', 'a@xn--80ak6aa92e.com'],
  ['a@xn--pple-43d.com', 'a@xn--pple-43d.com'],
  ['a@xn--paypl-7ve.com', 'a@xn--paypl-7ve.com'],
  ['a@xn--ab-j1t.com', 'a@xn--ab-j1t.com'],
  ['a@xn--ab-c6t.com', 'a@xn--ab-c6t.com'],
  ['a@xn--.example', 'a@xn--.example'],
  ['a@xn--ü.example', 'a@xn--ü.example'],
  ['a@xn--zzzzzzzzzzzz.example', 'a@xn--zzzzzzzzzzzz.example'],
])('%s is shown as %s', (email, shown) => expect(unicodeEmail(email)).toBe(shown))

test('every host of one script that Node converts is shown as it was', () =>
  fc.assert(
    fc.property(
      fc
        .constantFrom('abcdeäöüßéçñłøå', 'βδλπ', 'бгджя', 'abc例子测试', 'مثال')
        .chain((script) =>
          fc.string({ unit: fc.constantFrom(...script), minLength: 1, maxLength: 20 }),
        ),
      (label) => {
        const host = domainToASCII(`${label}.example`)
        fc.pre(host !== '')
        expect(unicodeEmail(`a@${host}`)).toBe(`a@${label.normalize('NFC')}.example`)
      },
    ),
  ))
