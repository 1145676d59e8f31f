import { isIPv4 } from 'node:net'
import { getDomain } from 'tldts'

/** The organizational domain (RFC 7489, 3.2): mail.example.co.uk belongs to example.co.uk. */
export const organizationOf = (domain: string): string =>
  getDomain(domain, { allowPrivateDomains: true }) ?? domain

/** Relaxed alignment (RFC 7489, 3.1): both domains belong to one organization. */
export const isAligned = (domain: string, from: string, isStrict: boolean): boolean =>
  isStrict
    ? domain.toLowerCase() === from.toLowerCase()
    : organizationOf(domain.toLowerCase()) === organizationOf(from.toLowerCase())

/** What mail services publish for the SPF records of their customers, by the end of SMTP_URL's host. */
const includes: Readonly<Record<string, string>> = {
  'amazonaws.com': 'amazonses.com',
  'brevo.com': 'spf.brevo.com',
  'gmail.com': '_spf.google.com',
  'google.com': '_spf.google.com',
  'mailgun.org': 'mailgun.org',
  'mailjet.com': 'spf.mailjet.com',
  'office365.com': 'spf.protection.outlook.com',
  'outlook.com': 'spf.protection.outlook.com',
  'postmarkapp.com': 'spf.mtasv.net',
  'resend.com': 'amazonses.com',
  'sendgrid.net': 'sendgrid.net',
  'zoho.com': 'zohomail.com',
  'zoho.eu': 'zohomail.eu',
}

/** The host to include in SPF for the customers of a mail service; null for any other mail server. */
export const spfIncludeOf = (smtpHost: string): string | null =>
  includes[organizationOf(smtpHost)] ?? null

/** An address that no receiver on the internet sees. */
export const isPrivateAddress = (ip: string): boolean => {
  const mapped = ip.replace(/^::ffff:/i, '')
  return isIPv4(mapped) ? privateFour.test(mapped) : privateSix.test(mapped)
}
const privateFour = /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./
const privateSix = /^(?:::1?$|f[cd]|fe[89ab])/i
