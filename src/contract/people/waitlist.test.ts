import { expect, test } from 'vitest'
import {
  decodeFormMeta,
  encodeFormMeta,
  noOrigin,
  originOf,
  readHost,
  readSource,
} from './waitlist.ts'

const meta = {
  ...noOrigin,
  token: 'f1.x',
  trap: '',
  placement: 'quiz',
  source: 'pod cast',
  consent: '2026-11',
}
const decoded = { ...meta, language: '', key: '' }

test('[CALL-2] the idempotency key travels with what a form carries, and is left out where there is none', () => {
  expect(decodeFormMeta(encodeFormMeta({ ...meta, key: 'A-_1' }))).toEqual({
    ...decoded,
    key: 'A-_1',
  })
  expect(new URLSearchParams(encodeFormMeta(meta)).has('key')).toBe(false)
  expect(decodeFormMeta(undefined)).toEqual({
    ...noOrigin,
    token: '',
    trap: '',
    placement: '',
    consent: '',
    language: '',
    key: '',
  })
})

test('[LANG-2] the language of the page travels in the header, and is empty where a page sends none', () => {
  expect(decodeFormMeta(encodeFormMeta({ ...meta, language: 'nl' })).language).toBe('nl')
  expect(decodeFormMeta(encodeFormMeta(meta)).language).toBe('')
})

test('[DASH-9] the campaign words and the referring host travel in the header, as ASCII', () => {
  const origin = {
    source: 'Über uns',
    medium: 'e-mail & more',
    campaign: 'spring = 50%',
    referrer: 'news.example',
  }
  const header = encodeFormMeta({ ...meta, ...origin })
  expect(header).toMatch(/^[\x21-\x7e]+$/)
  expect(decodeFormMeta(header)).toEqual({ ...decoded, ...origin })
})

test('[DASH-9] a header of a page that was loaded before an update is read', () => {
  expect(decodeFormMeta('token=f1.x&trap=&placement=quiz&source=pod+cast&consent=2026-11')).toEqual(
    decoded,
  )
})

test.each([
  ['podcast', 'podcast'],
  ['two words', 'two words'],
  ['  trimmed ', 'trimmed'],
  ['<b>"\'&', '<b>"\'&'],
  ['Größe 東京 🏁', 'Größe 東京 🏁'],
  ['', ''],
  [null, ''],
  [undefined, ''],
  ['x'.repeat(64), 'x'.repeat(64)],
  ['x'.repeat(65), 'x'.repeat(64)],
  ['🏁'.repeat(65), '🏁'.repeat(64)],
  [`${'x'.repeat(63)} y`, 'x'.repeat(63)],
  ['('.repeat(100_000), '('.repeat(64)],
  ['line\nbreak', ''],
  ['nul\0', ''],
  ['\u202etxt', ''],
  ['zero\u200bwidth', ''],
  ['half \ud800', ''],
  ['line\u2028separator', ''],
])('[DASH-9] utm_source %j is read as %j', (text, source) => {
  expect(readSource(text)).toBe(source)
})

test.each([
  ['News.Example', 'news.example'],
  ['xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
  ['a'.repeat(100), 'a'.repeat(100)],
  ['a'.repeat(101), ''],
  ['news.example:8080', ''],
  ['https://news.example', ''],
  ['two words', ''],
  [null, ''],
])('[DASH-9] %j is read as the host %j', (text, host) => {
  expect(readHost(text)).toBe(host)
})

test.each([
  [
    'https://fuel.example/?utm_source=pod+cast&utm_medium=audio&utm_campaign=spring%202027',
    '',
    { ...noOrigin, source: 'pod cast', medium: 'audio', campaign: 'spring 2027' },
  ],
  [
    'https://fuel.example/',
    'https://News.Example:8443/fuel?who=sanne',
    { ...noOrigin, referrer: 'news.example' },
  ],
  ['https://fuel.example/', 'https://fuel.example/privacy', noOrigin],
  [
    'https://fuel.example/',
    'https://shop.fuel.example/',
    { ...noOrigin, referrer: 'shop.fuel.example' },
  ],
  [
    'https://fuel.example/',
    'android-app://com.example.mail/',
    { ...noOrigin, referrer: 'com.example.mail' },
  ],
  ['https://fuel.example/', 'about:client', noOrigin],
  ['https://fuel.example/', 'no address', noOrigin],
])('[DASH-9] a visit to %s from %j has its origin', (address, from, origin) => {
  expect(originOf(address, from)).toEqual(origin)
})
