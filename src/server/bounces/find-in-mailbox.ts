import type { BounceMailbox } from '#server/config/bounce-mailbox.ts'
import { connectMailbox, silenceMs } from './mailbox-connection.ts'

/**
 * DOCTOR-1: a mail of our own that came back: the first whose subject contains `text`, or null. It
 * is moved to the folder of handled mails. Throws MailboxError.
 */
export async function findInMailbox(mailbox: BounceMailbox, text: string): Promise<Buffer | null> {
  const patience = { longestMs: silenceMs, signal: new AbortController().signal }
  const connection = await connectMailbox(mailbox, patience)
  try {
    const found = (await connection.uidsOf({ subject: text })).slice(0, 1)
    let mail: Buffer | null = null
    // The answer has to end before the next command.
    for await (const { raw } of connection.messages(found)) mail = Buffer.from(raw)
    if (mail) await connection.moveHandled(found)
    return mail
  } finally {
    connection.close()
  }
}
