import { use, type ReactNode } from 'react'
import { partsOf } from '#contract/campaign/campaign-parts.ts'
import {
  dashboardPaths,
  entriesFor,
  formTokenField,
  navigation,
  type NavName,
} from '#contract/dashboard/navigation.ts'
import { screensScript } from '#contract/render.ts'
import { campaign } from '#campaign'
import { Facts } from './elements.tsx'
import { Frame } from './frame.ts'
import { KeyList } from './key-list.tsx'
import { Day, DayAndTime, Moment } from './times.tsx'

/** Navigation, heading and title block of a screen behind the sign-in. */
export const Screen = ({
  nav,
  title = use(Frame).title,
  back,
  tools,
  wide = false,
  follows = false,
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
  /** its heading and its tools show at any time what is counted (DASH-12) */
  follows?: boolean
  children: ReactNode
}) => (
  <>
    <Masthead current={nav} />
    <main id="main" className="wrap">
      <div
        className={wide ? 'screen-head wide' : 'screen-head'}
        data-part="head"
        data-follow={follows || undefined}
      >
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
      <SignedOut />
      {children}
    </main>
    <TitleBlock />
    <dialog className="ask" aria-labelledby="ask-title" />
    <KeyList />
    <script type="module" src={screensScript} />
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
  part,
  follows,
  flow = false,
  stack = false,
  caption,
  children,
}: ({ id: string; name: string; label?: never } | { id?: never; name?: never; label: string }) & {
  kind?: 'alarm' | 'trouble' | 'headline' | 'checklist'
  /** the script replaces it by this name (DASH-10) */
  part?: string
  /** it shows at any time what is counted (DASH-12) */
  follows?: boolean
  flow?: boolean | 'stack'
  stack?: boolean
  caption?: ReactNode
  children: ReactNode
}) => (
  <section
    className={kind ? `plate ${kind}` : 'plate'}
    aria-label={label}
    aria-labelledby={id}
    data-part={part}
    data-follow={follows || undefined}
  >
    <div className={flow === 'stack' ? 'caption flow stack' : flow ? 'caption flow' : 'caption'}>
      {name && <h2 id={id}>{name}</h2>}
      {caption}
    </div>
    <div className={stack ? 'body stack' : 'body'}>{children}</div>
  </section>
)

/** A part that shows at any time what is counted (DASH-12), also where there is nothing yet. */
export const Following = ({ part, children }: { part: string; children: ReactNode }) => (
  <div data-part={part} data-follow>
    {children}
  </div>
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
  atOnce,
}: {
  action: string
  children: ReactNode
  className?: string
  /** shows what it finds while somebody types (DASH-10) */
  atOnce?: boolean
}) => (
  <form method="post" action={action} className={className} data-at-once={atOnce || undefined}>
    <input type="hidden" name={formTokenField} value={use(Frame).formToken} />
    {children}
  </form>
)

function Masthead({ current }: { current: NavName | null }) {
  const [main, more] = [false, true].map((isMore) =>
    entriesFor(use(Frame).role, partsOf(campaign)).filter(
      ([, { more = false }]) => more === isMore,
    ),
  ) as [Entries, Entries]
  return (
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
              <NavEntries entries={main} current={current} />
            </ul>
            <details className="more">
              <summary aria-current={more.some(([name]) => name === current) || undefined}>
                More
              </summary>
              <ul>
                <NavEntries entries={more} current={current} />
                <li>
                  <ActForm action={dashboardPaths.signOut}>
                    <button type="submit">Sign out</button>
                  </ActForm>
                </li>
              </ul>
            </details>
          </nav>
        </div>
      </header>
    </>
  )
}

type Entries = ReturnType<typeof entriesFor>

const NavEntries = ({ entries, current }: { entries: Entries; current: NavName | null }) =>
  entries.map(([name, { path, title, key }]) => (
    <li key={name}>
      <a href={path} aria-current={name === current ? 'page' : undefined} data-key={key}>
        {title}
      </a>
    </li>
  ))

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

/** DASH-12: a screen that follows finds that its session ended. */
const SignedOut = () => (
  <p className="refusal" role="alert" data-signed-out hidden>
    You are signed out, so this screen no longer follows. What you typed stays.{' '}
    <a href={dashboardPaths.signIn} target="_blank" rel="noreferrer">
      Sign in again
    </a>
  </p>
)

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
