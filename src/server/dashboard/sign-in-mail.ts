import { randomUUID } from 'node:crypto'
import type { RenderOperatorMail } from '#contract/render.ts'
import type { Config } from '#server/config/config.ts'
import type { Log } from '#server/config/log.ts'
import { composeMail } from '#server/delivery/message.ts'
import { openDestination } from '#server/delivery/transport.ts'
import { signInMinutes } from './sign-in-links.ts'

/**
 * Sends sign-in links, each once and at once: a link is short-lived, and its operator asks again if
 * it does not come. It is not in the outbox, whose mails belong to people of the list.
 */
export type SignInMails = {
  /** Never throws: a failure is logged, and the answer to the visitor is the same. */
  send(to: string, url: string): Promise<void>
  close(): void
}

export type SignInMailDeps = {
  config: Config
  log: Log
  render: RenderOperatorMail
  now: () => number
}

/** Null where no mail server is configured. */
export function openSignInMails({ config, log, render, now }: SignInMailDeps): SignInMails | null {
  const destination = openDestination(config)
  if (destination.kind !== 'smtp') return null
  const { transport } = destination
  const stopping = new AbortController()
  return {
    async send(to, url) {
      const rendered = await render({ template: 'sign-in', url, minutes: signInMinutes })
      const mail = composeMail(rendered, {
        to,
        from: config.mailFrom,
        messageId: `<${randomUUID()}@${new URL(config.publicUrl).hostname}>`,
        atMs: now(),
        unsubscribeUrl: null,
      })
      const sent = await transport.send(mail, stopping.signal)
      if (sent.result !== 'accepted')
        log.error({ reason: sent }, 'a sign-in link could not be mailed')
    },
    close() {
      stopping.abort()
      transport.close()
    },
  }
}
