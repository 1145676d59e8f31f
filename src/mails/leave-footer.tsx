import { campaign } from '#campaign/campaign.ts'
import { Note, NoteLink } from './layout.tsx'
import { fill } from './words.ts'

export function LeaveFooter({ email, unsubscribeUrl }: { email: string; unsubscribeUrl: string }) {
  const { why, leave } = campaign.mails.footer
  return (
    <>
      <Note>{fill(why, email)}</Note>
      <NoteLink href={unsubscribeUrl} label={fill(leave)} />
    </>
  )
}
