/** Well-known mail services whose mailboxes anybody opens for minutes. Subdomains count too. */
const domains = new Set(
  (
    '10minutemail.com 33mail.com anonaddy.me dispostable.com dropmail.me emailondeck.com fakeinbox.com ' +
    'getairmail.com getnada.com grr.la guerrillamail.biz guerrillamail.com guerrillamail.de guerrillamail.info ' +
    'guerrillamail.net guerrillamail.org guerrillamailblock.com inboxkitten.com mail-temp.com mail.tm ' +
    'mailcatch.com maildrop.cc mailinator.com mailnesia.com mailsac.com minuteinbox.com mintemail.com ' +
    'moakt.com mohmal.com mytemp.email nada.email pokemail.net sharklasers.com spam4.me spamgourmet.com ' +
    'temp-mail.io temp-mail.org tempail.com tempmail.com tempmail.dev tempmailo.com tempr.email ' +
    'throwawaymail.com trash-mail.com trashmail.com trashmail.de trashmail.net wegwerfmail.de yopmail.com ' +
    'yopmail.fr yopmail.net'
  ).split(' '),
)

/** LINE-5: a sign-up from such a domain stands, and its credit waits for a ruling. */
export const isDisposable = (domain: string): boolean => {
  const labels = domain.split('.')
  return labels.some((_, index) => domains.has(labels.slice(index).join('.')))
}
