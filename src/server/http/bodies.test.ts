import { expect, test } from 'vitest'
import { encodingFor } from './bodies.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['*', 'br'],
  ['identity', 'identity'],
  ['deflate', 'identity'],
  ['GZIP; q=1.0', 'gzip'],
  ['br;q=0,*;q=0', 'identity'],
])('Accept-Encoding %j gets %s', (header, encoding) => expect(encodingFor(header)).toBe(encoding))

test('only existing encodings are offered', () =>
  expect(encodingFor('br, gzip', ['gzip', 'identity'])).toBe('gzip'))
