import { unicodeEmail } from '#contract/address/unicode-host.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { OnceWords } from '#contract/mails/mails.ts'
import type { OperatorMail, OperatorNotice } from '#contract/mails/operator-mails.ts'
import type { RenderedMail, RenderOperatorMail } from '#contract/render.ts'
import { keepPromises } from '#contract/promises/blanks.ts'
import { campaign } from '#campaign'
import { operatorTime, operatorTimeEach } from '#contract/promises/operator-times.ts'
import { fill } from '#contract/text.ts'
import { fillOrigin } from './blanks.ts'
import { Action, Note, NoteLink, Paragraphs, Subtitle } from './blocks.tsx'
import { renderContent, type MailContent } from './layout.tsx'
import { fillHead, frameOf, type Frame } from './words.ts'

const operatorLanguage = 'en'

/**
 * Mails to operators and of END-3, in the layout of all mails. The words of mails to operators are
 * not a campaign's.
 */
const templates: {
  [T in OperatorMail['template']]: (
    campaign: Pick<Campaign, 'brand' | 'mails'>,
    mail: Extract<OperatorMail, { template: T }>,
  ) => MailContent
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
    return {
      words,
      lang: operatorLanguage,
      children: (
        <>
          <Paragraphs texts={[text]} />
          <Action href={url} label="Sign in" />
        </>
      ),
      footer: <Note>{footer}</Note>,
    }
  },

  'once-confirm': ({ mails }, mail) => onceMail(mails.onceConfirm, mail),

  once: ({ mails }, mail) => onceMail(mails.once, mail),

  alert: ({ brand }, { url, notices }) => {
    const [first, ...others] = notices
    const title = first!.title
    const words = {
      subject: `${brand}: ${title}${others.length > 0 ? `, and ${others.length} more` : ''}`,
      preview: first!.text,
      title: others.length > 0 ? `${notices.length} things need you` : title,
    }
    const footer = `You are an operator of this waitlist (OPERATORS). Such mails come at most once ${operatorTimeEach('alerts')}, with all that happened since the last one.`
    return {
      words,
      lang: operatorLanguage,
      children: (
        <>
          {notices.map((notice) => (
            <Incident key={notice.title} notice={notice} url={url} hasTitle={others.length > 0} />
          ))}
          <Action href={url} label="Open the dashboard" />
        </>
      ),
      footer: <Note>{footer}</Note>,
    }
  },
}

const onceMail = (
  words: OnceWords,
  { url, email }: { url: string; email: string },
): MailContent => {
  const filled = (text: string) => fill(text, { email: unicodeEmail(email) })
  return {
    words: fillHead(words, filled),
    children: (
      <>
        <Paragraphs texts={words.paragraphs.map(filled)} />
        <Action href={url} label={words.button} />
      </>
    ),
    footer: <Note>{filled(words.note)}</Note>,
  }
}

type IncidentProps = { notice: OperatorNotice; url: string; hasTitle: boolean }
function Incident({ notice: { title, text, sinceMs, path }, url, hasTitle }: IncidentProps) {
  return (
    <>
      {hasTitle && <Subtitle>{title}</Subtitle>}
      <Paragraphs texts={[`Since ${moment(sinceMs)}. ${text}`]} />
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
  const content = templates[mail.template](keepPromises(data), mail as never)
  const frame = isToVisitor(mail) ? frameOf(data) : operatorFrame(data)
  const { html, ...others } = await renderContent(frame, { lang: data.language, ...content })
  return { ...others, html: fillOrigin(html, new URL(mail.url).origin) }
}

/** Operators read English, and know who writes. */
const operatorFrame = ({ brand }: Campaign): Frame => ({
  brand,
  sender: null,
  paste: 'Button not working? Paste this:',
})

const isToVisitor = ({ template }: OperatorMail): boolean =>
  template === 'once-confirm' || template === 'once'
