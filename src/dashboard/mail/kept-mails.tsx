import type { KeptMailView } from '#server/delivery/dev-mails.ts'
import { KeptMailsPage } from './kept-mails-page.tsx'
import { UtcMoment } from '#dashboard/frame/times.tsx'
import { ViewLinks } from './kept-mail.tsx'

type MailsView = Extract<KeptMailView, { screen: 'kept-mails' }>

export function KeptMailsScreen({ mails, page, pages }: MailsView) {
  return (
    <KeptMailsPage
      title="Mails"
      lead="No mail server is configured, so mails are kept here as they would have been sent. Set SMTP_URL to send new ones."
    >
      {mails.length === 0 ? <Empty /> : <MailTable mails={mails} />}
      {pages > 1 && <Pager page={page} pages={pages} />}
    </KeptMailsPage>
  )
}

const Empty = () => (
  <div className="empty">
    <p>No mail yet.</p>
    <p>
      <a href="/">Open the page</a>, join with an address, and its mail is here a moment later.
    </p>
  </div>
)

type Base = { base?: string }

export const MailTable = ({ mails, base = '/dev/mails' }: Pick<MailsView, 'mails'> & Base) => (
  <table>
    <thead>
      <tr>
        <th scope="col">To</th>
        <th scope="col">Subject</th>
        <th scope="col">Kind</th>
        <th scope="col">Language</th>
        <th scope="col">Look at it</th>
        <th scope="col" className="num">
          Size
        </th>
        <th scope="col" className="num">
          Kept
        </th>
      </tr>
    </thead>
    <tbody>
      {mails.map(({ id, email, subject, template, lang, bytes, createdAt }) => (
        <tr key={id}>
          <td className="to">{email}</td>
          <td>
            <a href={`${base}/${id}`}>{subject}</a>
          </td>
          <td className="quiet">{template}</td>
          <td className="quiet">{lang}</td>
          <td className="views">
            <ViewLinks id={id} base={base} />
          </td>
          <td className="num quiet">{Math.ceil(bytes / 1_000)} KB</td>
          <td className="num quiet">
            <UtcMoment atMs={createdAt} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

export const Pager = ({
  page,
  pages,
  base = '/dev/mails',
}: Pick<MailsView, 'page' | 'pages'> & Base) => (
  <nav className="pager" aria-label="Pages">
    {page > 1 && (
      <a href={`${base}?page=${page - 1}`} rel="prev">
        Newer
      </a>
    )}
    <span className="quiet">
      Page {page} of {pages}
    </span>
    {page < pages && (
      <a href={`${base}?page=${page + 1}`} rel="next">
        Older
      </a>
    )}
  </nav>
)
