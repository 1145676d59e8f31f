import { campaign } from '#campaign/campaign.ts'
import { Action, Layout, Note, NoteLink } from './layout.tsx'
import { fill, wordsOf } from './words.ts'

const copy = campaign.mails.confirm

/** Sent to an address that nobody has confirmed: of what the visitor typed it shows the address and nothing else. */
export function ConfirmMail({ email, confirmUrl, unsubscribeUrl }: { email: string; confirmUrl: string; unsubscribeUrl: string }) {
  const footer = (
    <>
      <Note>{fill(campaign.mails.footer.why, email)}</Note>
      <Note>{fill(copy.ignore)}</Note>
      <NoteLink href={unsubscribeUrl} label={fill(copy.remove)} />
    </>
  )
  return (
    <Layout brand={campaign.brand} words={wordsOf(copy)} footer={footer}>
      <Action href={confirmUrl} label={fill(copy.button ?? copy.title)} />
    </Layout>
  )
}
