import { navigation } from '#contract/dashboard/navigation.ts'
import { letterPath } from '#contract/letters/screens.ts'
import { titleOf } from '#contract/letters/letters.ts'
import type { MailDestination } from '#contract/mails/screens.ts'

/** From a screen about a letter back to it. */
export const toLetter = ({ id, subject }: { id: string; subject: string }) => ({
  path: letterPath(id),
  title: <bdi>{titleOf(subject)}</bdi>,
})

export const providerName = (provider: string): string =>
  provider === 'other' ? 'All other domains' : provider

/** Without a mail server a letter reaches nobody, whatever its state says. */
export const MailsKept = ({ destination }: { destination: MailDestination }) => (
  <p className="note">
    No mail server is set: mails are kept, not sent.
    <br />
    <a className="link" href={navigation.mail.path}>
      {destination === 'dev mails' ? 'Read them or connect a server' : 'Connect a server'}
    </a>
  </p>
)
