import { campaign } from '#campaign/campaign.ts'
import { Note, NoteLink } from './layout.tsx'
import { fill } from './words.ts'

export function LeaveFooter({ email, unsubscribeUrl, meUrl }: { email: string; unsubscribeUrl: string; meUrl: string }) {
  const { why, leave, kept } = campaign.mails.footer
  return (
    <>
      <Note>{fill(why, email)}</Note>
      <NoteLink href={unsubscribeUrl} label={fill(leave)} />
      <NoteLink href={meUrl} label={fill(kept)} />
    </>
  )
}
