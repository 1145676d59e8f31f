import { use, type ReactNode } from 'react'
import { campaign } from '#campaign/campaign.ts'
import {
  dashboardPaths,
  entriesFor,
  formTokenField,
  navigation,
  type NavName,
} from '#contract/navigation.ts'
import { Fact } from './elements.tsx'
import { Frame } from './frame.ts'
import { Day, DayAndTime, Moment } from './times.tsx'

/** Navigation, heading and title block of a screen behind the sign-in. */
export const Screen = ({
  nav,
  title = nav && navigation[nav].title,
  back,
  tools,
  wide = false,
  children,
}: {
  /** the entry of the navigation that the screen belongs to */
  nav: NavName | null
  /** the heading, where it is not that entry's title */
  title?: ReactNode
  /** the screen that this one leads back to, above the heading */
  back?: { path: string; title: ReactNode }
  tools?: ReactNode
  /** the heading may take the whole width */
  wide?: boolean
  children: ReactNode
}) => (
  <>
    <Masthead current={nav} />
    <main id="main" className="wrap">
      <div className={wide ? 'screen-head wide' : 'screen-head'}>
        <div className="name">
          {back && (
            <a className="crumb" href={back.path}>
              {back.title}
            </a>
          )}
          <h1>{title}</h1>
        </div>
        {tools && <div className="tools">{tools}</div>}
      </div>
      <Done />
      {children}
    </main>
    <TitleBlock />
  </>
)

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
  action,
  children,
  className,
}: {
  action: string
  children: ReactNode
  className?: string
}) => (
  <form method="post" action={action} className={className}>
    <input type="hidden" name={formTokenField} value={use(Frame).formToken} />
    {children}
  </form>
)

const Masthead = ({ current }: { current: NavName | null }) => (
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
            {entriesFor(use(Frame).role, campaign.line !== null).map(([name, { path, title }]) => (
              <li key={name}>
                <a href={path} aria-current={name === current ? 'page' : undefined}>
                  {title}
                </a>
              </li>
            ))}
            <li>
              <ActForm action={dashboardPaths.signOut}>
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
const Done = () => {
  const { done } = use(Frame)
  return (
    done && (
      <div className="done" role="status">
        <p>{done.text}</p>
        {done.undo && (
          <ActForm action={done.undo.path}>
            <button type="submit" className="button">
              {done.undo.label}
            </button>
          </ActForm>
        )}
      </div>
    )
  )
}

const TitleBlock = () => {
  const { asOfMs, engine, lastBackup, operator, role } = use(Frame)
  return (
    <footer className="title-block">
      <dl className="wrap">
        <Fact term="As of">
          <Day atMs={asOfMs} />, <Moment atMs={asOfMs} />
        </Fact>
        <Fact term="Database">{engine}</Fact>
        <Fact term="Last backup">
          {lastBackup === null ? (
            'none yet'
          ) : (
            <>
              <DayAndTime atMs={lastBackup.atMs} />
              {lastBackup.isChecked ? ', checked' : ', made elsewhere'}
            </>
          )}
        </Fact>
        <Fact term="Signed in as">
          {operator}
          {role === 'reader' && ', reader'}
        </Fact>
      </dl>
    </footer>
  )
}

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
