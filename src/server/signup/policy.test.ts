import { describe, expect, test } from 'vitest'
import { hasProvenMailbox, signUpMail, stateOfNew, withMail, type OptIn } from './policy.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const ago = (hours: number) => now - hours * 3_600_000

describe('the sign-up policy', () => {
  test.each([
    ['unconfirmed', [ago(23.9)], null],
    ['unconfirmed', [ago(24)], 'confirm'],
    ['unconfirmed', [ago(72), ago(48)], 'confirm'],
    ['unconfirmed', [ago(96), ago(72), ago(48)], null],
    ['unconfirmed', [ago(-24)], 'confirm'],
    ['unconfirmed', [ago(-23.9)], null],
    ['confirmed', [], 'listed'],
    ['confirmed', [ago(23)], null],
    ['confirmed', [ago(24 * 29), ago(24 * 10), ago(24 * 2)], null],
    ['confirmed', [ago(24 * 30), ago(24 * 10), ago(24 * 2)], 'listed'],
    ['confirmed', [ago(24 * 10), ago(24 * 2), ago(24 * -40)], 'listed'],
    ['unsubscribed', [], null, ago(23)],
    ['unsubscribed', [], 'confirm', ago(24)],
    ['unsubscribed', [ago(3)], null],
    ['unsubscribed', [ago(40)], null, ago(23)],
    ['unsubscribed', [ago(40)], 'confirm', ago(24)],
    ['unsubscribed', [ago(80), ago(60), ago(40)], null],
    ['bounced', [], null],
    ['complained', [], null],
    ['suppressed', [], null],
  ] as const)(
    '%s with mails at %j gets %s',
    (state, recentMails, mail, leftAt: number | null = null) => {
      expect(signUpMail({ state, recentMails, leftAt }, { optIn: 'double' }, now)).toBe(mail)
    },
  )

  test('a new address gets the confirm mail, or with single opt-in the welcome mail', () => {
    const mailToNew = (optIn: OptIn) => signUpMail(null, { optIn }, now)
    expect([mailToNew('double'), stateOfNew('double')]).toEqual(['confirm', 'unconfirmed'])
    expect([mailToNew('single'), stateOfNew('single')]).toEqual(['welcome', 'confirmed'])
  })

  test("a sign-up with a quiz result queues the confirm mail or the welcome mail, and never 'you are on the list'", () => {
    const listed = { state: 'confirmed', recentMails: [], leftAt: null } as const
    const mails = (optIn: OptIn, ...histories: (typeof listed | null)[]) =>
      histories.map((history) => signUpMail(history, { optIn, skipListed: true }, now))
    expect(mails('double', null, listed)).toEqual(['confirm', null])
    expect(mails('single', null, listed)).toEqual(['welcome', null])
  })

  test.each([
    [
      'confirmed by the link',
      { state: 'confirmed', placement: 'hero', createdAt: 1, confirmedAt: 2 },
      true,
    ],
    [
      'entered by single opt-in',
      { state: 'confirmed', placement: 'hero', createdAt: 1, confirmedAt: 1 },
      false,
    ],
    [
      'imported as confirmed',
      { state: 'confirmed', placement: 'import', createdAt: 1, confirmedAt: 1 },
      true,
    ],
    [
      'who is unconfirmed',
      { state: 'unconfirmed', placement: 'hero', createdAt: 1, confirmedAt: null },
      false,
    ],
    ['who left', { state: 'unsubscribed', placement: 'hero', createdAt: 1, confirmedAt: 2 }, false],
  ] as const)('the mailbox of a person %s is proven: %j %s', (_, person, proven) =>
    expect(hasProvenMailbox(person)).toBe(proven),
  )

  test('the times of the last three mails are stored', () =>
    expect(withMail([1, 2, 3], 4)).toEqual([2, 3, 4]))
})
