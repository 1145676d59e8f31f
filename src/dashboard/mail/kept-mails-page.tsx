import type { ReactNode } from 'react'
import { OutsidePage } from '#dashboard/frame/screen.tsx'

/** The page of all screens of kept mails: the name at the top, one heading, the content below. */
export const KeptMailsPage = ({
  title,
  lead,
  children,
}: {
  title: string
  lead?: ReactNode
  children: ReactNode
}) => (
  <OutsidePage link={<a href="/dev/mails">Mails</a>}>
    <main className="wrap kept-mails">
      <h1>{title}</h1>
      {lead && <p className="lead">{lead}</p>}
      {children}
    </main>
  </OutsidePage>
)
