import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { repairUrl } from './mailed-links.ts'

const token = 'mHn0-Xk2_3Dq8vZr5tYw1aBcDeFgHiJkLmNoPqRsTuV'
const links = {
  confirm: `/confirm/${token}`,
  unsubscribe: `/unsubscribe/${token}`,
  'friends’ mails': `/unsubscribe/${token}/stop-news`,
  me: `/me/${token}`,
  data: `/me/${token}/data.json`,
  'a result': `/me/${token}/result/0190b2c4-5d6e-7f80-9a1b-2c3d4e5f6071`,
  'one mail': `/tell-once/${token}`,
  'sign-in': `/dashboard/sign-in/${token}`,
  spot: '/spot/K7RM2XQ39DABCDEF',
}
const behind = [
  '.',
  ')',
  '>',
  '%3E',
  ',',
  "'",
  '%22',
  '"',
  '=',
  '%20',
  '%0D',
  '%0D%0A',
  '/',
  '/.',
  ';',
  '!',
  '&utm=1',
  '%E2%80%8B',
  '%C2%A0',
  '%E2%80%9D',
  ').',
  '.</a>',
  '*',
  '%3D',
  ']',
  '&amp;x=y',
  '\u200b',
]

describe.each(Object.entries(links))('the link %s', (_, link) => {
  test.each(behind)('works with %j behind it, and keeps its query', (text) => {
    expect(repairUrl(link + text)).toBe(link)
    expect(repairUrl(`${link}${text}?utm_source=x`)).toBe(`${link}?utm_source=x`)
  })

  test.each(['3D', '=3D', '%3D3D', '='])('works with %s before what is secret in it', (text) => {
    expect(repairUrl(link.replace(/(mHn|K7R)/, `${text}$1`))).toBe(link)
  })

  test('is not changed if it is whole', () => expect(repairUrl(link)).toBe(link))
})

const screens = ['/dashboard', '/dashboard/mail', '/dashboard/letters/0190b2c4-5d6e-7f80-9a1b']

test.each(['/', '/privacy', '/line', '/quiz/1', ...screens])(
  'the page %s works with punctuation behind its path',
  (page) => {
    for (const text of ['.', ')', '%3E', ',', '%22', '%E2%80%8B', '&utm=1'])
      expect(repairUrl(page + text)).toBe(page)
  },
)

test.each(
  [
    '/confirm/short.',
    `/confirm/${token}x`,
    `/confirm/3D${token.slice(2)}`,
    `/elsewhere/${token}.`,
    '/.env',
    '/.well-known/x',
    '/%41',
    '/privacy.txt',
    '/privacyx',
    '/dashboard/people',
    '/dashboard/people-',
    '/dashboard/letters/7/preview.html',
    '/dashboard/../confirm',
    '/assets/index-abc.js',
    '/?via=K7RM2XQ',
    '*',
    'http://other.example/confirm/x.',
  ].filter((url) => url !== '/..'),
)('%s stays as it is', (url) => expect(repairUrl(url)).toBe(url))

test("a friend's code behind the 3D of a broken line is read", () => {
  expect(repairUrl('/?via=3DK7RM2XQ&x=1')).toBe('/?via=K7RM2XQ&x=1')
})

test('two tokens never become one link, whatever stands around them', () => {
  const tokens = fc.stringMatching(/^[\w-]{43}$/)
  const around = fc.constantFrom('', ...behind)
  fc.assert(
    fc.property(tokens, tokens, around, around, fc.constantFrom('', '3D'), (a, b, x, y, d) => {
      fc.pre(a !== b)
      expect(repairUrl(`/confirm/${d}${a}${x}`)).toBe(`/confirm/${a}`)
      expect(repairUrl(`/confirm/${a}${x}`)).not.toBe(repairUrl(`/confirm/${d}${b}${y}`))
    }),
  )
})
