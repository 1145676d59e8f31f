import { expect, test } from 'vitest'
import { addressWithAsciiHost, urlWithAsciiHost } from './formats.ts'

test.each([
  ['Ascend <hello@müller.de>', 'Ascend <hello@xn--mller-kva.de>'],
  ['Müller & Söhne <Hello@post.MÜLLER.de>', 'Müller & Söhne <Hello@post.xn--mller-kva.de>'],
  ['hello@例え.jp', 'hello@xn--r8jz45g.jp'],
  ['hello@xn--mller-kva.de', 'hello@xn--mller-kva.de'],
  ['Fuel <Hello@Fuel.Example>', 'Fuel <Hello@Fuel.Example>'],
  ['hello@ｆuel.example', null],
  ['hello@mü..de', null],
  ['hello@-müller.de', null],
])('the address %s is read as %s', (text, read) => expect(addressWithAsciiHost(text)).toBe(read))

test.each([
  [
    'smtps://hello%40müller.de:pä@post.müller.de:465',
    'smtps://hello%40müller.de:pä@post.xn--mller-kva.de:465',
  ],
  ['smtp://müller.de?requireTLS=true', 'smtp://xn--mller-kva.de?requireTLS=true'],
  ['imaps://u:p@müller.de/Zurück', 'imaps://u:p@xn--mller-kva.de/Zurück'],
  ['postgres://u:p@müller.de:5432/ascend', 'postgres://u:p@xn--mller-kva.de:5432/ascend'],
  ['https://MÜLLER.de', 'https://xn--mller-kva.de'],
  ['smtp://[::1]:25', 'smtp://[::1]:25'],
  ['smtp://Mail.Example:25', 'smtp://Mail.Example:25'],
  ['smtp://mü..de', null],
])('the URL %s is read as %s', (text, read) => expect(urlWithAsciiHost(text)).toBe(read))
