import { mailPaths } from '#contract/mail-screens.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Screen, type ScreenProps } from '#dashboard/frame/screen.tsx'
import { KeptMailParts, ViewLinks } from './kept-mail.tsx'
import { MailTable, Pager } from './kept-mails.tsx'
import { MailCrumb } from './failures.tsx'
import { DayAndTime } from '#dashboard/frame/times.tsx'

type List = ViewOf<'mail-kept'>
type One = ViewOf<'mail-kept-one'>

/** Mails that are stored with their text, as no mail server is configured. */
export const MailKeptScreen = ({ frame, mails, page, pages }: ScreenProps & List) => (
  <Screen frame={frame} nav="mail" title="Kept mails" head={<MailCrumb />}>
    <div className="kept-mails">
      {mails.length === 0 ? (
        <p>No mail is kept with its text.</p>
      ) : (
        <MailTable mails={mails} base={mailPaths.kept} />
      )}
      {pages > 1 && <Pager page={page} pages={pages} base={mailPaths.kept} />}
    </div>
  </Screen>
)

export const MailKeptOneScreen = ({ frame, mail, view, headers, text }: ScreenProps & One) => (
  <Screen
    frame={frame}
    nav="mail"
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
        To <bdi>{mail.email}</bdi>, kept <DayAndTime atMs={mail.createdAt} nowMs={frame.asOfMs} />
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
  </Screen>
)
