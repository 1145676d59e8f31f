import type { RenderedMail } from '#contract/render.ts'
import addressparser from 'nodemailer/lib/addressparser'

export type Envelope = {
  to: string
  from: string
  messageId: string
  atMs: number
  unsubscribeUrl: string | null
}

/**
 * Builds nodemailer's message. Addresses are objects beside an explicit envelope: nodemailer parses
 * the string `1,victim@x.test` as two addresses.
 */
export function composeMail(
  rendered: RenderedMail,
  { to, from, messageId, atMs, unsubscribeUrl }: Envelope,
) {
  const sender = parseSender(from)
  return {
    from: sender,
    to: { name: '', address: to },
    envelope: { from: sender.address, to: [to] },
    subject: rendered.subject,
    html: rendered.html,
    text: rendered.text,
    messageId,
    date: new Date(atMs),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl === null ? {} : unsubscribeHeaders(unsubscribeUrl)),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

export type ComposedMail = ReturnType<typeof composeMail>

/**
 * RFC 8058: the unsubscribe button of a mailbox provider posts to this URL. `prepared` keeps it on
 * one line.
 */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Parses MAIL_FROM: an address, or a name and an address in angle brackets. */
function parseSender(from: string): { name: string; address: string } {
  const [sender] = addressparser(from, { flatten: true })
  return { name: sender?.name ?? '', address: sender?.address ?? from }
}
