import { expect, test } from 'vitest'
import { passwordHider } from './hidden-password.ts'

const hide = passwordHider({ user: 'fuel', password: 'geheim wachtwoord' })
const base64 = (text: string) => Buffer.from(text).toString('base64')

test.each([
  ['535 no login for fuel/geheim wachtwoord', '535 no login for fuel/…'],
  [`502 unknown: AUTH PLAIN ${base64('\0fuel\0geheim wachtwoord')}`, '502 unknown: AUTH PLAIN …'],
  [`500 unknown command ${base64('geheim wachtwoord')}`, '500 unknown command …'],
  ['535 5.7.8 wrong password', '535 5.7.8 wrong password'],
])('of %j an operator reads %j', (answer, shown) => expect(hide(answer)).toBe(shown))
