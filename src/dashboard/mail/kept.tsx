import { mailPaths } from '#contract/mail-screens.ts'
import { navigation } from '#contract/navigation.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Screen } from '#dashboard/frame/screen.tsx'
import { KeptMailParts, ViewLinks } from './kept-mail.tsx'
import { MailTable, Pager } from './kept-mails.tsx'
import { DayAndTime } from '#dashboard/frame/times.tsx'

type List = ViewOf<'mail-kept'>
type One = ViewOf<'mail-kept-one'>

/** Mails that are stored with their text, as no mail server is configured. */
export const MailKeptScreen = ({ mails, page, pages }: List) => (
  <Screen nav="mail" title="Kept mails" back={navigation.mail}>
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

export const MailKeptOneScreen = ({ mail, view, headers, text }: One) => (
  <Screen nav="mail" wide title={mail.subject} back={{ path: mailPaths.kept, title: 'Kept mails' }}>
    <div className="kept-mails">
      <p>
        To <bdi>{mail.email}</bdi>, kept <DayAndTime atMs={mail.createdAt} />
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
