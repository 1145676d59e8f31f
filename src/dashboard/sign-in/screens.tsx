import type { ReactNode } from 'react'
import { dashboardPaths } from '#contract/dashboard/navigation.ts'
import { type SignInView } from '#contract/dashboard/views.ts'
import { operatorTime } from '#contract/promises/operator-times.ts'
import { HiddenFields } from '#dashboard/frame/elements.tsx'
import { OutsidePage } from '#dashboard/frame/screen.tsx'
import type { DrawnScreens } from '#dashboard/frame/drawn-screen.ts'

type View<S extends SignInView['screen']> = Extract<SignInView, { screen: S }>

const Entrance = ({ title, children }: { title: string; children: ReactNode }) => (
  <OutsidePage link={<a href="/">To the page</a>}>
    <main id="main" className="wrap entrance">
      <h1>{title}</h1>
      {children}
    </main>
  </OutsidePage>
)

/** Asks for the address that the link to sign in is mailed to. */
const SignInScreen = ({ sendsMail, typed, wrong }: View<'sign-in'>) => (
  <Entrance title="Sign in">
    {sendsMail ? (
      <>
        <p className="lead">We mail you a link. It works once, for {operatorTime('signInLink')}.</p>
        <form method="post" action={dashboardPaths.signIn} className="fields" noValidate>
          <label className="field">
            <span className="label">E-mail</span>
            <input
              type="email"
              name="email"
              defaultValue={typed}
              autoComplete="username"
              inputMode="email"
              required
              aria-invalid={wrong === 'address' || undefined}
              aria-describedby={wrong && 'wrong'}
            />
            {wrong && (
              <span className="note wrong" id="wrong">
                {wrong === 'address'
                  ? 'This is not a valid e-mail address. Check it and try again.'
                  : 'Too many tries from your network. Wait a minute and try again.'}
              </span>
            )}
          </label>
          <button type="submit" className="button main">
            Send me the link
          </button>
        </form>
      </>
    ) : (
      <>
        <p className="lead">
          No mail server is set up yet, so no link can be mailed. On the machine that runs the
          server, this command prints one:
        </p>
        <code className="copy">npm run dashboard -- sign-in</code>
      </>
    )}
  </Entrance>
)

const SignInSentScreen = ({ typed }: View<'sign-in-sent'>) => (
  <Entrance title="Check your mail">
    <p className="lead">
      If <b>{typed}</b> is an operator’s address, a link is on its way to it. It works once, for{' '}
      {operatorTime('signInLink')}.
    </p>
    <p className="acts">
      <a href={dashboardPaths.signIn}>Use another address</a>
    </p>
  </Entrance>
)

/** The button signs in; opening the link alone does not. */
const SignInAskScreen = ({ operator, path }: View<'sign-in-ask'>) => (
  <Entrance title="Sign in">
    <p className="lead">Press the button to sign in on this browser. The link works once.</p>
    <form method="post" action={path}>
      <button type="submit" className="button main">
        Sign in as {operator}
      </button>
    </form>
  </Entrance>
)

const SignInOldScreen = () => (
  <Entrance title="This link no longer works">
    <p className="lead">
      Sign-in links work once, for {operatorTime('signInLink')}. Ask for a new one.
    </p>
    <p className="acts">
      <a href={dashboardPaths.signIn}>Sign in</a>
    </p>
  </Entrance>
)

/** DASH-2: nothing that was typed is lost. After signing in elsewhere, the button sends it again. */
const SessionEndedScreen = ({ path, fields }: View<'session-ended'>) => (
  <Entrance title="You are signed out">
    <p className="lead">
      Your session ended, so nothing was done. Sign in again in another tab, then press the button:
      what you typed is still here.
    </p>
    <div className="acts">
      <a className="button" href={dashboardPaths.signIn} target="_blank" rel="noreferrer">
        Sign in
      </a>
      <form method="post" action={path}>
        <HiddenFields fields={fields} />
        <button type="submit" className="button main">
          Continue
        </button>
      </form>
    </div>
  </Entrance>
)

const AwayScreen = ({ path, form }: View<'dashboard-away'>) => (
  <Entrance title="The database does not answer">
    <p className="lead">
      {form
        ? 'So this was not finished. The form is kept as you sent it: try again in a few seconds.'
        : 'No figures can be shown and nothing can be done right now. You stay signed in. Try again in a few seconds.'}
    </p>
    {form ? (
      <form method="post" action={path} className="acts">
        <HiddenFields fields={form} />
        <button type="submit" className="button main">
          Try again
        </button>
      </form>
    ) : (
      <p className="acts">
        <a className="button" href={path}>
          Try again
        </a>
      </p>
    )}
  </Entrance>
)

export const signInScreens = {
  'sign-in': ['Sign in', SignInScreen],
  'sign-in-sent': ['Check your mail', SignInSentScreen],
  'sign-in-ask': ['Sign in', SignInAskScreen],
  'sign-in-old': ['Link no longer works', SignInOldScreen],
  'session-ended': ['Signed out', SessionEndedScreen],
  'dashboard-away': ['Not available', AwayScreen],
} satisfies Partial<DrawnScreens>
