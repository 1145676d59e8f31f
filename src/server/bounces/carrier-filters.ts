import type { Meaning } from '#server/answers/meaning.ts'
import { valueOf, type Fields } from './header-fields.ts'

/**
 * Mobile carriers of Japan answer 'Unknown user' to a mail that a subscriber's own filter refuses,
 * after they have accepted the recipient. Such an answer is a hard bounce only to RCPT TO.
 */
export const isFilterOfCarrier = (entry: Fields, meaning: Meaning, said: string): boolean =>
  meaning.about === 'mailbox' &&
  meaning.bounce === 'hard' &&
  carriers.test(valueOf(entry, 'remote-mta')) &&
  !/5\.1\.1/.test(valueOf(entry, 'status')) &&
  /end of DATA|>>> DATA/i.test(said) &&
  !/RCPT TO/i.test(said)

const carriers = /\b(?:docomo\.ne\.jp|ezweb\.ne\.jp|au\.com|softbank\.(?:ne\.)?jp)\b/i
