import { mailViews, type MailView } from '#contract/render.ts'
import type { KeptMailView } from '#server/delivery/dev-mails.ts'
import { KeptMailsPage } from './kept-mails-page.tsx'
import { MailFrame, MailText } from './frame.tsx'
import { UtcMoment } from '#dashboard/frame/times.tsx'

/**
 * One kept mail. Its HTML stands in a frame that can run, load and open nothing; its links are
 * followed from the text.
 */
export function KeptMailScreen({
  mail,
  view,
  headers,
  text,
  frame,
}: Extract<KeptMailView, { screen: 'kept-mail' }>) {
  return (
    <KeptMailsPage
      title={mail.subject}
      lead={
        <>
          To {mail.email}, kept <UtcMoment atMs={mail.createdAt} />
        </>
      }
    >
      <nav className="views" aria-label="Views of this mail">
        <ViewLinks id={mail.id} current={view} />
      </nav>
      <KeptMailParts mail={mail} view={view} headers={headers} text={text} frame={frame} />
      <p>
        <a href={`/dev/mails/${mail.id}/raw`}>The whole mail as it would be sent</a>
      </p>
    </KeptMailsPage>
  )
}

/** HTML, text and headers of a mail. `frame`: the address of its HTML. */
export function KeptMailParts({
  mail,
  view,
  headers,
  text,
  frame,
}: Omit<Extract<KeptMailView, { screen: 'kept-mail' }>, 'screen'>) {
  return (
    <>
      {view !== 'text' && (
        <section aria-labelledby="html">
          <h2 id="html">HTML</h2>
          <p>Nothing runs or opens in this frame: follow links from the text below.</p>
          <MailFrame src={frame} view={view} title={`HTML of: ${mail.subject}`} />
        </section>
      )}
      <section aria-labelledby="text">
        <h2 id="text">Text</h2>
        <MailText text={text} />
      </section>
      <section aria-labelledby="headers">
        <h2 id="headers">Headers</h2>
        <pre>{headers}</pre>
      </section>
    </>
  )
}

/** Links to the views of a mail; the one that is shown is marked. */
export const ViewLinks = ({
  id,
  current,
  base = '/dev/mails',
}: {
  id: string
  current?: MailView
  base?: string
}) =>
  mailViews.map((view) => (
    <a
      key={view}
      href={`${base}/${id}?view=${view}`}
      aria-current={view === current ? 'page' : undefined}
    >
      {view}
    </a>
  ))
