import type { Config } from '#server/config/config.ts'
import { domainOf } from '#server/outbox/budget-domain.ts'
import { addressesIn } from './header-fields.ts'
import type { NamedPerson } from './webhook.ts'

type Senders = Pick<Config, 'mailFrom' | 'bounceAddress'>

/**
 * BACK-3: whether one of these senders, each an address or a domain, is ours: the domain of
 * `MAIL_FROM` or `BOUNCE_ADDRESS`, or one below it, which providers use for the envelope.
 */
export function isOurSender(
  { mailFrom, bounceAddress }: Senders,
  senders: NamedPerson['senders'],
): boolean {
  if (senders === 'all') return true
  const ours = addressesIn(`${mailFrom} ${bounceAddress ?? ''}`).map(domainOf)
  return senders
    .map((sender) => domainOf(addressesIn(sender)[0] ?? sender.trim()))
    .some((domain) => ours.some((one) => domain === one || domain.endsWith(`.${one}`)))
}
