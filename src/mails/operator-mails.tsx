import { render } from '@react-email/render'
import type { ReactElement } from 'react'
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { OnceWords } from '#contract/mails/mails.ts'
import type { OperatorMail, OperatorNotice } from '#contract/mails/operator-mails.ts'
import type { RenderedMail, RenderOperatorMail } from '#contract/render.ts'
import { keepPromises } from '#contract/promises/blanks.ts'
import { campaign } from '#campaign/campaign.ts'
import { operatorTime, operatorTimeEach } from '#contract/promises/operator-times.ts'
import { fill } from '#contract/text.ts'
import { fillOrigin } from './blanks.ts'
import { Action, Note, NoteLink, Paragraphs, Subtitle } from './blocks.tsx'
import { Layout } from './layout.tsx'
import { plainText } from './plain-text.ts'
import { fillHead, type MailHead } from './words.ts'

/**
 * Mails to operators and of END-3, in the layout of all mails. The words of mails to operators are
 * not a campaign's.
 */
const templates: {
  [T in OperatorMail['template']]: (
    campaign: Pick<Campaign, 'brand' | 'mails'>,
    mail: Extract<OperatorMail, { template: T }>,
  ) => { subject: string; element: ReactElement }
} = {
  'sign-in': ({ brand }, { url }) => {
    const words = {
      subject: `Sign in to the dashboard of ${brand}`,
      preview: `This link works once, for ${operatorTime('signInLink')}.`,
      title: 'Sign in',
    }
    const footer =
      'You are an operator of this waitlist. If you did not ask for this link, ignore this mail: the link does nothing until somebody presses the button on its page.'
    const text = `Open this link to sign in to the dashboard. It works once, for ${operatorTime('signInLink')}.`
    return operatorMail(brand, words, footer, [
      <Paragraphs key="text" brand={brand} texts={[text]} />,
      <Action key="button" href={url} label="Sign in" />,
    ])
  },

  'once-confirm': ({ brand, mails }, mail) => onceMail(brand, mails.onceConfirm, mail),

  once: ({ brand, mails }, mail) => onceMail(brand, mails.once, mail),

  alert: ({ brand }, { url, notices }) => {
    const [first, ...others] = notices
    const title = first!.title
    const words = {
      subject: `${brand}: ${title}${others.length > 0 ? `, and ${others.length} more` : ''}`,
      preview: first!.text,
      title: others.length > 0 ? `${notices.length} things need you` : title,
    }
    const footer = `You are an operator of this waitlist (OPERATORS). Such mails come at most once ${operatorTimeEach('alerts')}, with all that happened since the last one.`
    return operatorMail(brand, words, footer, [
      ...notices.map((notice) => (
        <Incident key={notice.title} notice={notice} url={url} hasTitle={others.length > 0} />
      )),
      <Action key="button" href={url} label="Open the dashboard" />,
    ])
  },
}

const operatorMail = (
  brand: string,
  words: MailHead,
  footer: string,
  matter: readonly ReactElement[],
) => ({
  subject: words.subject,
  element: (
    <Layout brand={brand} words={words} footer={<Note>{footer}</Note>}>
      {matter}
    </Layout>
  ),
})

function onceMail(brand: string, words: OnceWords, { url, email }: { url: string; email: string }) {
  const values = { brand, email }
  const head = fillHead(words, values)
  return {
    subject: head.subject,
    element: (
      <Layout brand={brand} words={head} footer={<Note>{fill(words.note, values)}</Note>}>
        <Paragraphs brand={brand} values={values} texts={words.paragraphs} />
        <Action href={url} label={fill(words.button, values)} />
      </Layout>
    ),
  }
}

type IncidentProps = { notice: OperatorNotice; url: string; hasTitle: boolean }
function Incident({ notice: { title, text, sinceMs, path }, url, hasTitle }: IncidentProps) {
  return (
    <>
      {hasTitle && <Subtitle>{title}</Subtitle>}
      <Paragraphs brand="" texts={[`Since ${moment(sinceMs)}. ${text}`]} />
      <NoteLink href={new URL(path, url).href} label="See it in the dashboard" />
    </>
  )
}

/** Tue, 24 November 2026 at 12:04 CET, in the campaign's time zone */
const moment = (ms: number) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: campaign.timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(ms)

export const renderOperatorMail: RenderOperatorMail = (mail) => renderUnlisted(campaign, mail)

/** For any campaign. */
export async function renderUnlisted(data: Campaign, mail: OperatorMail): Promise<RenderedMail> {
  // The key matches the template to its mail; an index cannot express that in types.
  const { subject, element } = templates[mail.template](keepPromises(data), mail as never)
  const html = fillOrigin(await render(element), new URL(mail.url).origin)
  return { subject, html, text: plainText(html) }
}
