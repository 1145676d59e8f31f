import type { Config } from '#server/config/config.ts'
import { openMailTokens, tokenHeader, tokenKey } from '#server/outbox/mail-tokens.ts'

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
