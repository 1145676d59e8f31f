import { expect, test } from 'vitest'
import { readCode } from '#contract/line.ts'
import { newCode } from './codes.ts'

test('[LINE-3] codes are well formed and have nothing in common', () => {
  const codes = Array.from({ length: 64 }, newCode)
  expect(new Set(codes).size).toBe(64)
  expect(codes.map((code) => readCode(code))).toEqual(codes)
  for (let position = 0; position < 7; position++)
    expect(new Set(codes.map((code) => code[position])).size).toBeGreaterThan(16)
})
