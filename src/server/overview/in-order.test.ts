import { expect, test } from 'vitest'
import { inOrderOf } from './screens.ts'

const checklist = ['smtp', 'backup', 'tls'].map((key) => ({ key, done: true }))

test.each([
  ['nothing', [], ['mail', 'backup', 'TLS']],
  ['a stop of mail', ['mail login'], ['backup', 'TLS']],
  ['a provider that refuses many mails', ['refused gmail.com'], ['backup', 'TLS']],
  ['reports about the mail account', ['account'], ['backup', 'TLS']],
  ['a missing backup', ['backup'], ['mail', 'TLS']],
])('[DASH-3] while %s needs attention, the line of order does not name it', (_, keys, order) => {
  const attention = keys.map((key) => ({ key }))
  expect(inOrderOf(attention, checklist)).toEqual(order)
})
