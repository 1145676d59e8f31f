import addressparser from 'nodemailer/lib/addressparser'
import { paths, stopNewsAct } from '#contract/api.ts'
import { spotCodeText } from '#contract/line/line.ts'
import type { Mail } from '#contract/mails/mails.ts'
import { meResult } from '#contract/people/personal-data.ts'
import type { RenderedMail } from '#contract/render.ts'
import type { ClaimedMail } from './leases.ts'
import type { LineOfMail } from './line-mail.ts'
import type { Config } from '#server/config/config.ts'
import { openMailTokens, tokenHeader, tokenKey } from '#server/outbox/mail-tokens.ts'

/** What the template needs. Links are built from PUBLIC_URL alone, never from a request. */
export function mailOf(mail: ClaimedMail, publicUrl: string, line: LineOfMail): Mail {
  const { template, email, tokens, data } = mail
  const { quizType, step, result } = data
  const links = linksOf(mail, publicUrl)
  if (template === 'letter') throw new Error('A letter is rendered from its text')
  if (template === 'friend' || template === 'reward' || template === 'turn')
    return lineMail(mail, template, { email, ...links }, { publicUrl, line })
  if (template === 'confirm')
    return {
      template,
      email,
      confirmUrl: `${publicUrl}/confirm/${tokens.confirm}`,
      ...links,
      ...(quizType && { quizType }),
    }
  if (template === 'result')
    return {
      template,
      email,
      ...links,
      // A save queues it with both (quiz/save-result.ts).
      quizType: quizType!,
      resultUrl: `${links.meUrl}/${meResult}/${result!}`,
    }
  if (template === 'welcome')
    return { template, email, ...links, ...(quizType && { quizType }), ...line }
  // The planner queues each step with its name and type (sequence/planner.ts).
  return template === 'sequence'
    ? { template, email, step: step!, quizType: quizType!, ...links }
    : { template, email, ...links }
}

/** The queue has what such a mail tells (line/news.ts, line/rewards.ts, line/waves.ts). */
function lineMail(
  { tokens, data }: ClaimedMail,
  template: 'friend' | 'reward' | 'turn',
  mail: { email: string } & ReturnType<typeof linksOf>,
  { publicUrl, line: { standing, rewards, spot } }: { publicUrl: string; line: LineOfMail },
): Mail {
  if (template === 'turn')
    return {
      template,
      ...mail,
      spotUrl: publicUrl + paths.spot + spot!.code,
      spot: { ...spot!, code: spotCodeText(spot!.code) },
    }
  if (template === 'reward') {
    const [friends, ...also] = rewards!
    return {
      template,
      ...mail,
      standing: standing!,
      friends: friends!,
      ...(also.length > 0 && { also }),
    }
  }
  return {
    template,
    ...mail,
    standing: standing!,
    news: { more: data.more ?? 1, fewer: data.fewer ?? 0 },
    stopUrl: `${publicUrl}${paths.unsubscribe}${tokens.unsubscribe}/${stopNewsAct}`,
  }
}

/** The links that every mail has. */
export const linksOf = ({ tokens }: ClaimedMail, publicUrl: string) => ({
  unsubscribeUrl: `${publicUrl}/unsubscribe/${tokens.unsubscribe}`,
  meUrl: `${publicUrl}/me/${tokens.me}`,
})

type Envelope = {
  to: string
  from: string
  messageId: string
  atMs: number
  unsubscribeUrl: string | null
  carriers?: TokenCarriers | undefined
}

/**
 * Builds nodemailer's message. Addresses are objects beside an explicit envelope: nodemailer parses
 * the string `1,victim@x.test` as two addresses.
 */
export function composeMail(
  rendered: RenderedMail,
  { to, from, messageId, atMs, unsubscribeUrl, carriers }: Envelope,
) {
  const sender = parseSender(from)
  return {
    from: sender,
    to: { name: '', address: to },
    envelope: { from: carriers?.returnPath ?? sender.address, to: [to] },
    subject: rendered.subject,
    html: rendered.html,
    text: rendered.text,
    messageId,
    date: new Date(atMs),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl === null
        ? {}
        : unsubscribeHeaders(unsubscribeUrl, carriers?.leaveAddress)),
      ...prepared(carriers?.headers ?? {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

export type ComposedMail = ReturnType<typeof composeMail>

/**
 * RFC 8058: the unsubscribe button of a mailbox provider posts to the URL. Where it cannot, it
 * writes to the address (RFC 2369).
 */
const unsubscribeHeaders = (url: string, address: string | null = null) =>
  prepared({
    'List-Unsubscribe': `<${url}>${address === null ? '' : `, <mailto:${address}>`}`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })

/** Headers of ASCII that stay as they are: nodemailer would fold a URL and encode JSON. */
const prepared = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, { prepared: true, value }]),
  )

/** Parses MAIL_FROM: an address, or a name and an address in angle brackets. */
function parseSender(from: string): { name: string; address: string } {
  const [sender] = addressparser(from, { flatten: true })
  return { name: sender?.name ?? '', address: sender?.address ?? from }
}

/** The settings that say where reports about mails come in. */
export type ReportConfig = Partial<
  Pick<
    Config,
    | 'bounceAddress'
    | 'bounceMailbox'
    | 'sesTopics'
    | 'mailgunSigningKey'
    | 'resendSigningSecret'
    | 'postmarkPassword'
  >
>

/** The addresses and headers that carry a mail's tokens, so that a report can be matched to the mail. */
export type TokenCarriers = {
  /** BACK-1: the envelope sender; null without BOUNCE_ADDRESS */
  returnPath: string | null
  /** MAIL-4: takes a mail that leaves the list; null where no mailbox is read */
  leaveAddress: string | null
  /** BACK-3: what the providers return with their webhooks */
  headers: Readonly<Record<string, string>>
}

export function openReportTokens(
  config: ReportConfig,
  secretKey: string,
): (mailId: string) => TokenCarriers {
  const { bounceAddress, bounceMailbox } = config
  const withTag = (tag: string) => bounceAddress?.replace('@', `+${tag}@`) ?? null
  const tokens = openMailTokens([secretKey])
  return (mailId) => {
    const token = tokens.tokenOf(mailId)
    return {
      returnPath: withTag(token),
      leaveAddress: bounceMailbox ? withTag(`leave-${tokens.leave.tokenOf(mailId)}`) : null,
      headers: providerHeaders(config, token),
    }
  }
}

/** Each only where its webhook is configured: other mail servers would pass it on to the recipient. */
const providerHeaders = (config: ReportConfig, token: string): Record<string, string> => ({
  ...(config.sesTopics?.length && { 'X-SES-MESSAGE-TAGS': `${tokenKey}=${token}` }),
  ...(config.mailgunSigningKey && {
    'X-Mailgun-Variables': JSON.stringify({ [tokenKey]: token }),
  }),
  ...(config.postmarkPassword && { [`X-PM-Metadata-${tokenKey}`]: token }),
  ...(config.resendSigningSecret && { [tokenHeader]: token }),
})
