import { fill } from '#contract/text.ts'
import { Note, NoteLink } from './blocks.tsx'

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
