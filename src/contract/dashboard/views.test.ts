import { expect, test } from 'vitest'
import { entriesFor, type Role } from './navigation.ts'

const titles = (role: Role, hasLine: boolean) =>
  entriesFor(role, () => hasLine).map(([, { title }]) => title)

test('[LINE-1] without a line the navigation has no trace of it', () => {
  expect(titles('operator', true)).toContain('Line')
  expect(titles('operator', false)).not.toContain('Line')
})

test('[DASH-1] a reader is not led to the settings', () => {
  expect(titles('operator', false)).toContain('Settings')
  expect(titles('reader', true)).not.toContain('Settings')
})
