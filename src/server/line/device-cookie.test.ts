import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { testSecret } from '#test/fresh-store.ts'
import { sealedTokens } from '#server/http/forms.ts'
import { deviceCookie, deviceMaxAgeMs } from './device-cookie.ts'

const noon = Date.parse('2026-11-24T12:00:00Z')
const mila = '0193a5f0-0000-7000-8000-000000000001'

/** The cookie of a server at this address, and its Set-Cookie header for Mila. */
function open(publicUrl: string, now = noon) {
  const tokens = sealedTokens([testSecret], 'sealed-device', deviceMaxAgeMs)
  const device = deviceCookie(publicUrl, tokens, () => now)
  let header = ''
  const reply = { header: (_: string, value: string) => void (header = value) }
  device.setDevice(reply as unknown as FastifyReply, mila)
  return { ...device, header }
}
const sent = (cookie: string) => ({ headers: { cookie } }) as FastifyRequest

test('[LINE-9] over https the cookie of a device is tied to this host, and one with another name is not read', () => {
  const { header, personOf } = open('https://fuel.example')
  expect(header).toMatch(
    /^__Host-ascend-device=[\w-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  )
  const [pair] = header.split(';')
  expect(personOf(sent(`other=1; ${pair}`))).toBe(mila)
  expect(personOf(sent(pair!.replace('__Host-ascend-device', 'ascend_device')))).toBeNull()
})

test.each(['\xA0', '\u2003', '\uFEFF', '\v', '\f', '\x85', '"'])(
  '[LINE-9] a cookie that another host of the domain sets as %j and our name is not read',
  (before) => {
    const { header, personOf } = open('https://fuel.example')
    const [pair] = header.split(';')
    expect(personOf(sent(`a=1; ${before}${pair}`))).toBeNull()
    expect(personOf(sent(`a=1; ${before}__Host-ascend-device=other; ${pair}`))).toBe(mila)
    expect(personOf(sent(`a=1;\t${pair} ; b=2`))).toBe(mila)
  },
)

test('[LINE-9] the cookie of a device ends after a year, and a changed one or a token of another purpose is nobody', () => {
  const url = 'http://localhost:3000'
  const [pair] = open(url).header.split(';')
  expect(open(url, noon + deviceMaxAgeMs - 1).personOf(sent(pair!))).toBe(mila)
  expect(open(url, noon + deviceMaxAgeMs).personOf(sent(pair!))).toBeNull()
  const name = pair!.split('=')[0]
  const changed = pair!.slice(0, -5) + (pair!.at(-5) === 'A' ? 'B' : 'A') + pair!.slice(-4)
  const address = sealedTokens([testSecret], 'sealed-address').seal(mila, noon)
  for (const cookie of [changed, `${name}=${address}`, `${name}=${mila}`])
    expect(open(url).personOf(sent(cookie))).toBeNull()
})
