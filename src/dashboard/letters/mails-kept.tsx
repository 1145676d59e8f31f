import type { MailDestination } from '#contract/mail-screens.ts'
import { navigation } from '#contract/navigation.ts'
import { Fact } from '#dashboard/frame/elements.tsx'

type Props = { destination: MailDestination }

/** Without a mail server a letter reaches nobody, whatever its state says. */
export const MailsKept = ({ destination }: Props) =>
  destination !== 'smtp' && (
    <p className="note">
      No mail server is set: mails are kept, not sent.
      <br />
      <a className="link" href={navigation.mail.path}>
        {destination === 'dev mails' ? 'Read them or connect a server' : 'Connect a server'}
      </a>
    </p>
  )

export const MailsKeptFact = ({ destination }: Props) =>
  destination !== 'smtp' && (
    <Fact term="Mail now">
      <MailsKept destination={destination} />
    </Fact>
  )
