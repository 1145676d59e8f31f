import { readBounceMailbox } from '#server/config/bounce-mailbox.ts'
import type { Config } from '#server/config/config.ts'
import type { Secrets } from '#server/config/secret-list.ts'
import { openMailTokens } from '#server/outbox/mail-tokens.ts'
import { openMailboxReader, type MailboxDeps, type MailboxReader } from './read-mailbox.ts'

/** The reader of the configured bounce mailbox; null without one. */
export const openBounceMailbox = ({
  config,
  secrets,
  ...deps
}: Pick<MailboxDeps, 'store' | 'log' | 'metrics' | 'now'> & {
  config: Config
  secrets: Secrets
}): MailboxReader | null =>
  config.bounceMailbox === undefined
    ? null
    : openMailboxReader({
        ...deps,
        mailbox: readBounceMailbox(config.bounceMailbox),
        tokens: openMailTokens(secrets),
      })
