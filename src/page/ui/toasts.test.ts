import { expect, test } from 'vitest'
import { closeToast, showToast, toasts } from './toasts.ts'

test('the newest notice takes the place of the one before, and closing the old one leaves it', () => {
  showToast({ text: 'first', tone: 'plain' })
  const first = toasts.read()?.id ?? 0
  showToast({ text: 'second', tone: 'plain' })
  closeToast(first)
  expect(toasts.read()?.text).toBe('second')
  closeToast(first + 1)
  expect(toasts.read()).toBeNull()
})

test('the server shows none', () => expect(toasts.readOnServer()).toBeNull())
