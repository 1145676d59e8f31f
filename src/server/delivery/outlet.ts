import { createTransport } from 'nodemailer'
import type { Config } from '#server/config/config.ts'
import { canTryOut } from '#server/http/local-request.ts'
import type { ComposedMail } from './message.ts'
import { openTransport, type Timeouts, type Transport } from './transport.ts'

/** Where mails go: to the mail server, to /dev/mails, or nowhere until there is a mail server. */
export type Outlet =
  | { kind: 'server'; transport: Transport }
  | { kind: 'shown'; print(mail: ComposedMail): Promise<string> }
  | { kind: 'kept' }

export type OutletConfig = Pick<Config, 'smtpUrl' | 'publicUrl' | 'loopback' | 'trustedProxies'>

/** Mails are stored rendered, with working links, only where they can be read on this machine alone. */
export const outletKind = (config: OutletConfig): Outlet['kind'] =>
  config.smtpUrl ? 'server' : canTryOut(config) ? 'shown' : 'kept'

export function openOutlet(config: OutletConfig, timeouts?: Timeouts): Outlet {
  const kind = outletKind(config)
  if (kind === 'kept') return { kind }
  if (kind === 'server') return { kind, transport: openTransport(config.smtpUrl!, timeouts) }
  const printer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return { kind, print: async (mail) => String((await printer.sendMail(mail)).message) }
}
