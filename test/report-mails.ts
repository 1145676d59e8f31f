import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const folder = join(import.meta.dirname, 'reports')

/** The mail that a report is about. */
export type Reported = { token: string; messageId: string; email: string }

/** The names of the mails in test/reports. */
export const reportNames: readonly string[] = readdirSync(folder).map((file) =>
  basename(file, '.eml'),
)

/**
 * A mail of test/reports, as a mail server delivers it: written after the standards and the formats
 * of the servers that they are named for, with invented people and hosts.
 */
export function reportMail(name: string, { token, messageId, email }: Reported): Buffer {
  const text = readFileSync(join(folder, `${name}.eml`), 'utf8')
  return Buffer.from(
    text
      .replaceAll('{token}', token)
      .replaceAll('{messageId}', messageId)
      .replaceAll('{email}', email)
      .replaceAll('\n', '\r\n'),
  )
}
