import { render } from '@react-email/render'
import type { ReactElement } from 'react'
import type { Mail, MailTemplate, RenderMail } from '#contract/render.ts'
import { campaign } from '#campaign/campaign.ts'
import { ConfirmMail } from './confirm.tsx'
import { ListedMail } from './listed.tsx'
import { plainText } from './plain-text.ts'
import { SequenceMail, sequenceText } from './sequence.tsx'
import { WelcomeMail } from './welcome.tsx'
import { wordsOf } from './words.ts'

/** Every mail of the product: one line each. */
const templates: { [T in MailTemplate]: (mail: Extract<Mail, { template: T }>) => ReactElement } = {
  confirm: ConfirmMail,
  listed: ListedMail,
  welcome: WelcomeMail,
  sequence: SequenceMail,
}

export const renderMail: RenderMail = async (mail) => {
  const html = await render(elementOf(mail))
  const words = mail.template === 'sequence' ? sequenceText(mail.step, mail.quizType) : campaign.mails[mail.template]
  return { subject: wordsOf(words).subject, html, text: plainText(html) }
}

// TypeScript cannot see that a template and its own mail meet here (microsoft/TypeScript#30581).
const elementOf = <T extends MailTemplate>(mail: Extract<Mail, { template: T }>): ReactElement => (templates[mail.template as T])(mail)
