import type { ReactNode } from 'react'
import {
  dashboardPaths,
  formTokenField,
  entriesFor,
  navigation,
  type NavName,
  type ScreenFrame,
} from '#contract/screens.ts'
import { campaign } from '#campaign/campaign.ts'
import { Day, DayAndTime, Moment } from './times.tsx'

export type ScreenProps = { frame: ScreenFrame }

/** Navigation, matter and title block of a screen behind the sign-in. */
export function Screen({
  frame,
  nav,
  title = nav && navigation[nav].title,
  head,
  tools,
  wide = false,
  children,
}: ScreenProps & {
  /** the entry of the navigation that the screen belongs to */
  nav: NavName | null
  /** the heading, where it is not that entry's title */
  title?: ReactNode
  /** above the heading, e.g. the way back */
  head?: ReactNode
  tools?: ReactNode
  /** the heading may take the whole width */
  wide?: boolean
  children: ReactNode
}) {
  return (
    <>
      <Masthead frame={frame} current={nav} />
      <main id="main" className="wrap">
        <div className={wide ? 'screen-head wide' : 'screen-head'}>
          <div className="name">
            {head}
            <h1>{title}</h1>
          </div>
          {tools && <div className="tools">{tools}</div>}
        </div>
        {frame.done && <Done frame={frame} />}
        {children}
      </main>
      <TitleBlock frame={frame} />
    </>
  )
}

/** A caption beside its matter, between hairlines. `name` heads the caption. */
export const Plate = ({
  name,
  caption,
  id,
  children,
}: {
  name: string
  caption?: ReactNode
  id: string
  children: ReactNode
}) => (
  <section className="plate" aria-labelledby={id}>
    <div className="caption">
      <h2 id={id}>{name}</h2>
      {caption}
    </div>
    <div className="body">{children}</div>
  </section>
)

/** A form of a signed-in operator: its token proves that one of our screens sent it. */
export const ActForm = ({
  frame,
  action,
  children,
  className,
}: ScreenProps & { action: string; children: ReactNode; className?: string }) => (
  <form method="post" action={action} className={className}>
    <input type="hidden" name={formTokenField} value={frame.formToken} />
    {children}
  </form>
)

const Masthead = ({ frame, current }: ScreenProps & { current: NavName | null }) => (
  <>
    <a className="skip" href="#main">
      Skip to the content
    </a>
    <header className="mast">
      <div className="wrap">
        <a className="brand" href={navigation.overview.path}>
          {campaign.brand}
        </a>
        <nav aria-label="Dashboard">
          <ul>
            {entriesFor(frame.role, campaign.line !== null).map(([name, { path, title }]) => (
              <li key={name}>
                <a href={path} aria-current={name === current ? 'page' : undefined}>
                  {title}
                </a>
              </li>
            ))}
            <li>
              <ActForm frame={frame} action={dashboardPaths.signOut}>
                <button type="submit">Sign out</button>
              </ActForm>
            </li>
          </ul>
        </nav>
      </div>
    </header>
  </>
)

/** The last act and its undo. */
const Done = ({ frame }: ScreenProps) => (
  <div className="done" role="status">
    <p>{frame.done!.text}</p>
    {frame.done!.undo && (
      <ActForm frame={frame} action={frame.done!.undo.path}>
        <button type="submit" className="button">
          {frame.done!.undo.label}
        </button>
      </ActForm>
    )}
  </div>
)

const TitleBlock = ({ frame }: ScreenProps) => (
  <footer className="title-block">
    <dl className="wrap">
      <div>
        <dt>As of</dt>
        <dd>
          <Day atMs={frame.asOfMs} />, <Moment atMs={frame.asOfMs} />
        </dd>
      </div>
      <div>
        <dt>Database</dt>
        <dd>{frame.engine}</dd>
      </div>
      <div>
        <dt>Last backup</dt>
        <dd>
          <LastBackup frame={frame} />
        </dd>
      </div>
      <div>
        <dt>Signed in as</dt>
        <dd>
          {frame.operator}
          {frame.role === 'reader' && ', reader'}
        </dd>
      </div>
    </dl>
  </footer>
)

const LastBackup = ({ frame: { lastBackup, asOfMs } }: ScreenProps) =>
  lastBackup === null ? (
    'none yet'
  ) : (
    <>
      <DayAndTime atMs={lastBackup.atMs} nowMs={asOfMs} />
      {lastBackup.isChecked ? ', checked' : ', made elsewhere'}
    </>
  )

/** A page in front of the sign-in, or of kept mails: the brand, and nothing that is the list's. */
export const OutsidePage = ({ children, link }: { children: ReactNode; link: ReactNode }) => (
  <>
    <header className="mast">
      <div className="wrap">
        <a className="brand" href="/">
          {campaign.brand}
        </a>
        <nav aria-label="Site">
          <ul>
            <li>{link}</li>
          </ul>
        </nav>
      </div>
    </header>
    {children}
  </>
)
