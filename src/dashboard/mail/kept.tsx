import type { ReactNode } from 'react'
import { unicodeEmail } from '#contract/address/unicode-host.ts'
import { navigation } from '#contract/dashboard/navigation.ts'
import { mailPaths } from '#contract/mails/screens.ts'
import { mailViews, type MailView } from '#contract/render.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import type { KeptMailView } from '#server/delivery/dev-mails.ts'
import { OutsidePage, Screen } from '#dashboard/frame/screen.tsx'
import { Table } from '#dashboard/frame/table.tsx'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { MailFrame, MailText } from './body.tsx'

/**
 * Mails that are stored with their text, as no mail server is configured: on the dashboard, and at
 * `/dev/mails` without a sign-in.
 */
export const MailKeptScreen = ({ mails, page, pages }: ViewOf<'mail-kept'>) => (
  <Screen nav="mail" back={navigation.mail}>
    <div className="kept-mails">
      {mails.length === 0 ? (
        <p>No mail is kept with its text.</p>
      ) : (
        <Mails mails={mails} base={mailPaths.kept} />
      )}
      {pages > 1 && <Pages page={page} pages={pages} base={mailPaths.kept} />}
    </div>
  </Screen>
)

export const MailKeptOneScreen = ({ mail, view, headers, text }: ViewOf<'mail-kept-one'>) => (
  <Screen nav="mail" wide title={mail.subject} back={{ path: mailPaths.kept, title: 'Kept mails' }}>
    <div className="kept-mails">
      <p>
        To <bdi>{unicodeEmail(mail.email)}</bdi>, kept <DayAndTime at={mail.createdAt} full />
      </p>
      <Mail
        mail={mail}
        view={view}
        headers={headers}
        text={text}
        base={mailPaths.kept}
        frame={`${mailPaths.kept}/${mail.id}/body`}
      />
    </div>
  </Screen>
)

type List = Extract<KeptMailView, { screen: 'kept-mails' }>
type One = Extract<KeptMailView, { screen: 'kept-mail' }>

const devMails = '/dev/mails'

export const DevMailsScreen = ({ mails, page, pages }: List) => (
  <DevMailsPage
    title="Mails"
    lead="No mail server is configured, so mails are kept here as they would have been sent. Set SMTP_URL to send new ones."
  >
    {mails.length === 0 ? <NoMail /> : <Mails mails={mails} base={devMails} />}
    {pages > 1 && <Pages page={page} pages={pages} base={devMails} />}
  </DevMailsPage>
)

export const DevMailScreen = (view: One) => (
  <DevMailsPage
    title={view.mail.subject}
    lead={
      <>
        To <bdi>{unicodeEmail(view.mail.email)}</bdi>, kept{' '}
        <DayAndTime at={view.mail.createdAt} full />
      </>
    }
  >
    <Mail {...view} base={devMails} />
    <p>
      <a href={`${devMails}/${view.mail.id}/raw`}>The whole mail as it would be sent</a>
    </p>
  </DevMailsPage>
)

const DevMailsPage = (page: { title: string; lead: ReactNode; children: ReactNode }) => (
  <OutsidePage link={<a href={devMails}>Mails</a>}>
    <main className="wrap kept-mails">
      <h1>{page.title}</h1>
      <p className="lead">{page.lead}</p>
      {page.children}
    </main>
  </OutsidePage>
)

const NoMail = () => (
  <div className="empty">
    <p>No mail yet.</p>
    <p>
      <a href="/">Open the page</a>, join with an address, and its mail is here a moment later.
    </p>
  </div>
)

type Base = { base: string }

const Mails = ({ mails, base }: Pick<List, 'mails'> & Base) => (
  <Table
    name="Kept mails"
    rows={mails}
    columns={[
      { name: 'To', render: ({ email }) => unicodeEmail(email) },
      {
        name: 'Subject',
        render: ({ id, subject }) => <a href={`${base}/${id}`}>{subject}</a>,
      },
      { name: 'Kind', cells: 'quiet', render: ({ template }) => template },
      { name: 'Language', cells: 'quiet', render: ({ lang }) => lang },
      { name: 'Look at it', cells: 'views', render: ({ id }) => <ViewLinks id={id} base={base} /> },
      {
        name: 'Size',
        className: 'right',
        cells: 'quiet',
        render: ({ bytes }) => `${Math.ceil(bytes / 1_000)} KB`,
      },
      {
        name: 'Kept',
        className: 'right',
        cells: 'quiet',
        render: ({ createdAt }) => <DayAndTime at={createdAt} full />,
      },
    ]}
  />
)

const Pages = ({ page, pages, base }: Pick<List, 'page' | 'pages'> & Base) => (
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

/** The views of a mail, and its HTML, text and headers. `frame`: the address of its HTML. */
const Mail = ({ mail, view, headers, text, frame, base }: Omit<One, 'screen'> & Base) => (
  <>
    <nav className="views" aria-label="Views of this mail">
      <ViewLinks id={mail.id} current={view} base={base} />
    </nav>
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

/** The one that is shown is marked. */
const ViewLinks = ({ id, current, base }: { id: string; current?: MailView } & Base) =>
  mailViews.map((view) => (
    <a
      key={view}
      href={`${base}/${id}?view=${view}`}
      aria-current={view === current ? 'page' : undefined}
    >
      {view}
    </a>
  ))
