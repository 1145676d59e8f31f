import type { MailDestination } from '#contract/mails/screens.ts'
import type { Config } from './config.ts'

export type DestinationConfig = Pick<
  Config,
  'smtpUrl' | 'publicUrl' | 'loopback' | 'trustedProxies'
>

/** Mails are stored rendered, with working links, only where no other machine can read them. */
export const destinationKind = (config: DestinationConfig): MailDestination =>
  config.smtpUrl ? 'smtp' : canTryOut(config) ? 'dev mails' : 'none'

export type TryOutConfig = Pick<Config, 'loopback' | 'trustedProxies'>

/** Whether only this machine reaches the server. */
export const canTryOut = ({ loopback, trustedProxies }: TryOutConfig): boolean =>
  loopback && trustedProxies.length === 0
