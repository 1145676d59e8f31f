import { expect, test } from 'vitest'
import { readCode } from '#contract/line.ts'
import { newCode, newCodes } from './codes.ts'

test('[LINE-3] the codes of one commit are all different, well formed, and begin with the same two characters', () => {
  const codes = newCodes(64)
  expect(new Set(codes).size).toBe(64)
  expect(codes.map((code) => readCode(code))).toEqual(codes)
  expect(new Set(codes.map((code) => code.slice(0, 2))).size).toBe(1)
  for (let position = 2; position < 7; position++)
    expect(new Set(codes.map((code) => code[position])).size).toBeGreaterThan(16)
})

test('[LINE-3] codes that are drawn alone, or after 64 others, have nothing in common', () => {
  const starts = Array.from({ length: 64 }, () => newCode().slice(0, 2))
  expect(new Set(starts).size).toBeGreaterThan(40)
  const ofMany = newCodes(64 * 64).map((code) => code.slice(0, 2))
  expect(new Set(ofMany).size).toBeGreaterThan(40)
  expect(new Set(ofMany).size).toBeLessThanOrEqual(64)
})
