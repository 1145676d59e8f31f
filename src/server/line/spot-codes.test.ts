import { newId } from '#server/db/new-id.ts'
import { expect, test } from 'vitest'
import { readSpotCode, spotCodeText } from '#contract/line.ts'
import { codeOfSpot, spotCode, spotCodeHash } from './spots.ts'

const [older, newer] = ['an older secret of 32 characters!', 'a newer secret of 32 characters!!']

test('[LINE-8] the code of a spot follows from its id and a secret, also after a new secret came', () => {
  const id = newId()
  const code = spotCode(older, id)
  const spot = { id, codeHash: spotCodeHash(code) }
  expect(codeOfSpot([newer, older], spot)).toBe(code)
  expect(codeOfSpot([newer], spot)).toBeNull()
  expect(spotCode(older, newId())).not.toBe(code)
})

test('[LINE-8] a code is 16 letters, read in small letters, without hyphens and with punctuation at its end', () => {
  const code = spotCode(older, 'one')
  expect(spotCodeText(code)).toMatch(/^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/)
  const text = spotCodeText(code)
  for (const typed of [text, code.toLowerCase(), ` ${text}.`, `“${text}”`, `${text}…`])
    expect(readSpotCode(typed)).toBe(code)
  for (const typed of [null, '', code.slice(1), `${code}A`, `0${code.slice(1)}`])
    expect(readSpotCode(typed)).toBeNull()
})
