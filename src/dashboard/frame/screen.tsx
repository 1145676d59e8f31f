import { use, type ReactNode } from 'react'
import { partsOf } from '#contract/campaign/campaign-parts.ts'
import {
  dashboardPaths,
  entriesFor,
  formTokenField,
  navigation,
  type NavName,
} from '#contract/dashboard/navigation.ts'
import { campaign } from '#campaign'
import { Facts } from './elements.tsx'
import { Frame } from './frame.ts'
import { Day, DayAndTime, Moment } from './times.tsx'

/** Navigation, heading and title block of a screen behind the sign-in. */
export const Screen = ({
  nav,
  title = use(Frame).title,
  back,
  tools,
  wide = false,
  children,
}: {
  /** the entry of the navigation that the screen belongs to */
  nav: NavName | null
  /** the heading, where it is not the title of the screen in entry-server.tsx */
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

/**
 * A caption beside its content, between hairlines. `name` heads the caption; a plate without one has
 * a `label` for screen readers. `flow`: the parts of the caption stand below each other in windows of
 * any width. `stack`: there is space between the parts.
 */
export const Plate = ({
  id,
  name,
  label,
  kind,
  flow = false,
  stack = false,
  caption,
  children,
}: ({ id: string; name: string; label?: never } | { id?: never; name?: never; label: string }) & {
  kind?: 'alarm' | 'trouble' | 'headline' | 'checklist'
  flow?: boolean | 'stack'
  stack?: boolean
  caption?: ReactNode
  children: ReactNode
}) => (
  <section className={kind ? `plate ${kind}` : 'plate'} aria-label={label} aria-labelledby={id}>
    <div className={flow === 'stack' ? 'caption flow stack' : flow ? 'caption flow' : 'caption'}>
      {name && <h2 id={id}>{name}</h2>}
      {caption}
    </div>
    <div className={stack ? 'body stack' : 'body'}>{children}</div>
  </section>
)

type PageLink = readonly [title: string, path: string]

/** Below a part of a list: the way to its beginning, and to the next part. */
export const Pager = ({ first, next }: { first?: PageLink; next: PageLink }) => (
  <nav className="pager" aria-label="Pages">
    {first && <a href={first[1]}>{first[0]}</a>}
    <a href={next[1]} rel="next">
      {next[0]}
    </a>
  </nav>
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
            {entriesFor(use(Frame).role, partsOf(campaign)).map(([name, { path, title }]) => (
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
  const { asOf, engine, lastBackup, operator, role } = use(Frame)
  return (
    <footer className="title-block">
      <Facts
        className="wrap"
        of={{
          'As of': (
            <>
              <Day at={asOf} />, <Moment at={asOf} />
            </>
          ),
          Database: engine,
          'Last backup':
            lastBackup === null ? (
              'none yet'
            ) : (
              <>
                <DayAndTime at={lastBackup.at} />
                {lastBackup.isChecked ? ', checked' : ', made elsewhere'}
              </>
            ),
          'Signed in as': role === 'reader' ? `${operator}, reader` : operator,
        }}
      />
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
