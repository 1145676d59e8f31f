import { expect, test } from 'vitest'
import { describeStop } from './describe-stop.ts'
import type { StopKind } from './stops.ts'

const now = Date.UTC(2026, 10, 26, 12)
const described = (kind: StopKind, reason: string) =>
  describeStop({ kind, reason, since: now, nextTryAt: null, lastLeavesAt: now + 2_000 }, now)

test.each([
  '421 4.7.0 Too many connections',
  '421-busy',
  '454 later',
  'Invalid greeting. response=421 4.3.2 busy: 421 4.3.2 busy',
])('a mail server that answers %s is not said to be unreachable', (reason) => {
  const text = described('unreachable', reason)
  expect(text).toContain('the mail server takes no mail now: ')
  expect(text).toContain('There is nothing to change, unless this lasts for hours')
  expect(text).not.toMatch(/cannot be reached|SMTP_URL/)
})

test.each(['connect ECONNREFUSED 127.0.0.1:421', 'getaddrinfo ENOTFOUND 421.example'])(
  'a mail server that did not answer (%s) cannot be reached',
  (reason) => expect(described('unreachable', reason)).toContain('Check host and port in SMTP_URL'),
)

test('a login that is refused ends its reason with one full stop, and asks for a restart', () => {
  const text = described('login', '535 5.7.8 See the help for more information.')
  expect(text).toContain('for more information. Check user and password in SMTP_URL')
  expect(text).toContain('restart the server after a change')
  expect(text).not.toContain('turned off SMTP logins')
})

test.each([
  '535 5.7.139 Authentication unsuccessful',
  '535 SmtpClientAuthentication is disabled for the Tenant.',
])('%s names logins by SMTP that the provider has turned off', (reason) =>
  expect(described('login', reason)).toContain('may have turned off SMTP logins'),
)
