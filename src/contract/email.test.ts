import { expect, test } from 'vitest'
import { firstNameOf } from './email.ts'

test.each([
  ['sanne@fuel.example', 'sanne'],
  ['  Sanne.de.Vries@fuel.example ', 'Sanne.de.Vries'],
  ['sanne', 'sanne'],
])('[FORM-6] of %j the first name is %s, the part before the at sign', (email, name) =>
  expect(firstNameOf(email)).toBe(name),
)
