import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { DashboardView, RenderDashboard } from '#contract/render.ts'
import { campaign } from '#campaign/campaign.ts'
import { MailScreen } from './mail-screen.tsx'
import { MailsScreen } from './mails-screen.tsx'

/** Every screen of the operator's side: one line each. */
const screens: {
  [S in DashboardView['screen']]: (view: Extract<DashboardView, { screen: S }>) => {
    title: string
    body: ReactElement
  }
} = {
  mails: (view) => ({ title: 'Mails', body: <MailsScreen {...view} /> }),
  mail: (view) => ({ title: view.mail.subject, body: <MailScreen {...view} /> }),
}

export const renderDashboard: RenderDashboard = (view) => {
  const { title, body } = screenOf(view)
  return {
    status: 200,
    title: renderToStaticMarkup(<>{`${title} – ${campaign.brand}`}</>),
    head: '',
    html: renderToStaticMarkup(body),
    failures: [],
  }
}

// TypeScript cannot see that a view and its own screen meet here (microsoft/TypeScript#30581).
const screenOf = <S extends DashboardView['screen']>(view: Extract<DashboardView, { screen: S }>) =>
  screens[view.screen as S](view)
