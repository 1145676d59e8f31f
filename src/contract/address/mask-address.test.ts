import { expect, test } from 'vitest'
import { maskAddress, maskTexts } from './mask-address.ts'

test.each([
  ['sanne@example.com', 's***@example.com'],
  ['j@example.com', 'j***@example.com'],
  ['jan.jansen+list@mail.example.com', 'j***@mail.example.com'],
  ['info@müller.de', 'i***@müller.de'],
  ['shell', 'shell'],
])('%s is shown as %s', (address, masked) => expect(maskAddress(address)).toBe(masked))

test('every address in the texts of a record is masked', () =>
  expect(maskTexts({ note: 'to sanne@example.com', of: ['daan%40example.com', 3, null] })).toEqual({
    note: 'to s***@example.com',
    of: ['d***%40example.com', 3, null],
  }))
