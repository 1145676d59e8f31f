import { Note, NoteLink } from './blocks.tsx'
import { fill } from './words.ts'

type Props = {
  brand: string
  words: { why: string; leave: string; kept: string }
  email: string
  unsubscribeUrl: string
  meUrl: string
}

export const LeaveFooter = ({
  brand,
  words: { why, leave, kept },
  email,
  unsubscribeUrl,
  meUrl,
}: Props) => (
  <>
    <Note>{fill(why, { brand, email })}</Note>
    <NoteLink href={unsubscribeUrl} label={fill(leave, { brand })} />
    <NoteLink href={meUrl} label={fill(kept, { brand })} />
  </>
)
