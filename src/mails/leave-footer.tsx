import { Note, NoteLink } from './layout.tsx'
import { fill } from './words.ts'

type Props = { brand: string; words: { why: string; leave: string }; email: string; unsubscribeUrl: string }

export const LeaveFooter = ({ brand, words: { why, leave }, email, unsubscribeUrl }: Props) => (
  <>
    <Note>{fill(why, { brand, email })}</Note>
    <NoteLink href={unsubscribeUrl} label={fill(leave, { brand })} />
  </>
)
