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
  ['a@xn--.example', 'a@xn--.example'],
  ['a@xn--ü.example', 'a@xn--ü.example'],
  ['a@xn--zzzzzzzzzzzz.example', 'a@xn--zzzzzzzzzzzz.example'],
])('%s is shown as %s', (email, shown) => expect(unicodeEmail(email)).toBe(shown))

test('every international host that Node converts is shown as it was', () =>
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom(...'abcdeäöüßéçñłøåαβγбдж例子测試مثال'),
        minLength: 1,
        maxLength: 20,
      }),
      (label) => {
        const host = domainToASCII(`${label}.example`)
        fc.pre(host !== '')
        expect(unicodeEmail(`a@${host}`)).toBe(`a@${label.normalize('NFC')}.example`)
      },
    ),
  ))
