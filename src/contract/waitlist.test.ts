import { expect, test } from 'vitest'
import { decodeFormMeta, encodeFormMeta, readSource } from './waitlist.ts'

const meta = { token: 'f1.x', trap: '', placement: 'quiz', source: 'pod cast', consent: '2026-11' }

test('[CALL-2] the idempotency key travels with what a form carries, and is left out where there is none', () => {
  expect(decodeFormMeta(encodeFormMeta({ ...meta, key: 'A-_1' }))).toEqual({ ...meta, key: 'A-_1' })
  expect(encodeFormMeta(meta)).toBe('token=f1.x&trap=&placement=quiz&source=pod+cast&consent=2026-11')
  expect(decodeFormMeta(undefined)).toEqual({ token: '', trap: '', placement: '', source: '', consent: '', key: '' })
})

test.each([['podcast', 'podcast'], ['x'.repeat(40), 'x'.repeat(40)], ['x'.repeat(41), ''], ['('.repeat(4_050), ''], ['two words', ''], [null, '']])('utm_source %j counts as %j', (text, source) => {
  expect(readSource(text)).toBe(source)
})
