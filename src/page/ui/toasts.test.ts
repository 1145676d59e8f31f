import { expect, test } from 'vitest'
import { closeComplaint, closeToast, showToast, toasts } from './toasts.ts'

test('the newest notice takes the place of the one before, and closing the old one leaves it', () => {
  showToast({ text: 'first', tone: 'plain' })
  const first = toasts.read()?.id ?? 0
  showToast({ text: 'second', tone: 'plain' })
  closeToast(first)
  expect(toasts.read()?.text).toBe('second')
  closeToast(first + 1)
  expect(toasts.read()).toBeNull()
})

test('once its problem is solved a complaint disappears, and any other notice stays', () => {
  showToast({ text: 'Invalid email', tone: 'bad' })
  closeComplaint()
  expect(toasts.read()).toBeNull()
  showToast({ text: 'Welcome', tone: 'plain' })
  closeComplaint()
  expect(toasts.read()?.text).toBe('Welcome')
})

test('the server shows none', () => expect(toasts.readOnServer()).toBeNull())
