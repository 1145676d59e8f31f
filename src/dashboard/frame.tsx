import type { ReactNode } from 'react'
import { campaign } from '#campaign/campaign.ts'

/** What all screens share: the name at the top, one heading, the rest beneath. */
export function Frame({
  title,
  lead,
  children,
}: {
  title: string
  lead?: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <header className="mast">
        <a href="/">{campaign.brand}</a>
        <a href="/dev/mails">Mails</a>
      </header>
      <main>
        <h1>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
        {children}
      </main>
    </>
  )
}

/** Minutes are enough; the server's time zone would mislead, so it is UTC. */
export const Moment = ({ atMs }: { atMs: number }) => {
  const iso = new Date(atMs).toISOString()
  return <time dateTime={iso}>{`${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`}</time>
}
