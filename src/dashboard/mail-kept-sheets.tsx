import { mailPaths, type MailSheetView } from '#contract/mail-screens.ts'
import { SheetPage, type SheetProps } from './frame.tsx'
import { KeptMailParts, ViewLinks } from './kept-mail-screen.tsx'
import { MailTable, Pager } from './kept-mails-screen.tsx'
import { MailCrumb } from './mail-failures.tsx'
import { DayAndTime } from './moment.tsx'

type List = Extract<MailSheetView, { screen: 'mail-kept' }>
type One = Extract<MailSheetView, { screen: 'mail-kept-one' }>

/** Mails that are stored with their text, as no mail server is configured. */
export const MailKeptSheet = ({ frame, mails, page, pages }: SheetProps & List) => (
  <SheetPage frame={frame} sheet="mail" title="Kept mails" head={<MailCrumb />}>
    <div className="kept-mails">
      {mails.length === 0 ? (
        <p>No mail is kept with its text.</p>
      ) : (
        <MailTable mails={mails} base={mailPaths.kept} />
      )}
      {pages > 1 && <Pager page={page} pages={pages} base={mailPaths.kept} />}
    </div>
  </SheetPage>
)

export const MailKeptOneSheet = ({ frame, mail, view, headers, text }: SheetProps & One) => (
  <SheetPage
    frame={frame}
    sheet="mail"
    wide
    title={mail.subject}
    head={
      <a className="crumb" href={mailPaths.kept}>
        Kept mails
      </a>
    }
  >
    <div className="kept-mails">
      <p>
        To <bdi>{mail.to}</bdi>, kept <DayAndTime atMs={mail.atMs} nowMs={frame.asOfMs} />
      </p>
      <nav className="views" aria-label="Views of this mail">
        <ViewLinks id={mail.id} current={view} base={mailPaths.kept} />
      </nav>
      <KeptMailParts
        mail={mail}
        view={view}
        headers={headers}
        text={text}
        frame={`${mailPaths.kept}/${mail.id}/body`}
      />
    </div>
  </SheetPage>
)
