import { expect, test } from 'vitest'
import { severityOf } from './bounce-severity.ts'

test.each([
  ['5.1.1', '550 5.1.1 <sanne@quota.example>: Recipient address rejected: User unknown', 'hard'],
  ['5.1.2', '550 5.1.2 Bad destination system', 'hard'],
  ['5.1.10', 'Recipient not found by SMTP address lookup', 'hard'],
  ['5.1.0', '550 5.1.0 Address rejected.', 'soft'],
  ['5.1.0', '550 5.1.0 <sanne@spam.example>: no such user', 'hard'],
  ['5.1.8', "550 5.1.8 Sender's domain does not exist", 'soft'],
  ['5.2.1', 'The email account that you tried to reach is disabled', 'hard'],
  ['5.2.1', 'The user you are trying to contact is receiving mail too quickly', 'soft'],
  ['5.2.2', '552 5.2.2 The email account that you tried to reach is over quota', 'soft'],
  ['5.2.3', 'message is too long for this mailbox, unknown user', 'soft'],
  ['5.4.1', 'Recipient address rejected: Access denied.', 'hard'],
  ['5.4.4', 'Host or domain name not found. Name service error', 'hard'],
  ['5.4.7', 'delivery time expired', 'soft'],
  ['5.7.1', '550 5.7.1 user unknown, or blocked by policy', 'soft'],
  ['5.7.26', 'This mail has been blocked because the sender is unauthenticated', 'soft'],
  ['5.0.0', '550 5.1.1 no mailbox', 'hard'],
  ['5.0.0', '554 5.7.1 service unavailable; client host blocked using zen.example', 'soft'],
  ['5.5.0', 'Requested action not taken: mailbox unavailable', 'hard'],
  ['5.5.0', 'Requested action not taken: message refused', 'soft'],
  ['4.4.1', 'connection timed out; user unknown', 'soft'],
  ['', '550 Benutzer unbekannt', 'hard'],
  ['', '552 Postfach ist voll', 'soft'],
  ['', '550 sanne@user-unknown.example rejected', 'soft'],
  ['', '', 'soft'],
])('[BACK-4] status %j with %j is a %s bounce', (status, diagnostic, severity) => {
  expect(severityOf({ status, diagnostic })).toBe(severity)
})
