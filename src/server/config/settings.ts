import { isIP } from 'node:net'
import { z } from 'zod'
import { campaign } from '#campaign'
import { figureModes } from '#contract/live/figures.ts'
import {
  addressWithAsciiHost,
  urlWithAsciiHost,
  wrongBounceMailbox,
  wrongSmtpUrl,
  encodedCharacters,
  wrongDatabaseUrl,
  readOperators,
  readWhole,
  writeWhole,
} from './formats.ts'
import { areSecrets, splitSecrets, type Secrets } from './secrets.ts'

/**
 * An environment variable that the server reads. `format` parses and checks its text; the message
 * of each check is the remedy in the error. `default` and `help` are Markdown for README's table
 * and `npm start -- --help`; the default is that of `format` unless it is written here. The value
 * of a `secret` setting appears in no error.
 */
export type Setting = {
  name: string
  format: z.ZodType
  default?: string
  help: string
  secret?: true
}

const url = (protocols: string[], example: string) =>
  z
    .string()
    .transform(urlWithAsciiHost)
    .refine(
      // A URL is read without the tabs and line ends in it, so that a password would be another one.
      (text): text is string =>
        text !== null &&
        !/\p{Cc}/u.test(text) &&
        URL.canParse(text) &&
        protocols.includes(new URL(text).protocol),
      `use an address like ${example}${example.includes('@') ? `; ${encodedCharacters}` : ''}`,
    )
/** An address, or what has one at its end, in a form that `pattern` describes. */
const address = (pattern: RegExp, remedy: string) =>
  z
    .string()
    .regex(pattern, remedy)
    .transform(addressWithAsciiHost)
    .refine((text): text is string => text !== null, remedy)
/** Refuses a text for which `remedyOf` has a remedy. */
const refused =
  (remedyOf: (text: string) => string | null) => (text: string, context: z.RefinementCtx) => {
    const remedy = remedyOf(text)
    if (remedy !== null) context.addIssue(remedy)
  }
const whole = (min: number, max: number) =>
  z
    .string()
    .transform(readWhole)
    .refine(
      (number): number is number => number !== null && number >= min && number <= max,
      writeWhole(min, max),
    )

/**
 * Every setting of the server, declared once. Parsing, errors, `npm start -- --help` and README's
 * table (`npm run docs`) follow from this list, in this order.
 */
export const settings = {
  host: {
    name: 'HOST',
    format: z.string().default('127.0.0.1'),
    help: 'the address that the server listens on; `0.0.0.0` for all addresses',
  },
  port: {
    name: 'PORT',
    format: whole(0, 65_535).default(3000),
    help: 'the port; `0` takes a free one, which the log names',
  },
  dataDir: {
    name: 'DATA_DIR',
    format: z.string().default('data'),
    help: 'the folder of the SQLite database, its backups and the secret',
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    format: url(['http:', 'https:'], 'https://example.com')
      .transform((text) => text.replace(/\/+$/, ''))
      .refine(
        (text) => new URL(text).origin === text.toLowerCase(),
        'use scheme, host and port alone, like https://example.com',
      )
      .optional(),
    default: '`http://localhost:PORT`',
    help: 'the address that visitors use; every link in a mail starts with it',
  },
  secrets: {
    name: 'SECRET_KEY',
    format: z
      .string()
      .transform(splitSecrets)
      .refine(
        (list): list is [...Secrets] => areSecrets(list),
        'use at least 32 random characters, e.g. from `openssl rand -hex 32`. For rotation, list several, newest first, each that long, separated by a comma or a space',
      )
      .optional(),
    default: 'generated once, in `DATA_DIR/secret`',
    help: 'at least 32 characters; required with `DATABASE_URL`. For rotation, list several keys, newest first, separated by a comma or a space. On SQLite the list must include the keys in `DATA_DIR/secret`',
    secret: true,
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    format: url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/ascend')
      .superRefine(refused(wrongDatabaseUrl))
      .optional(),
    default: 'none (SQLite)',
    help: '`postgres://…` switches to Postgres',
    secret: true,
  },
  smtpUrl: {
    name: 'SMTP_URL',
    format: url(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com:465')
      .superRefine(refused(wrongSmtpUrl))
      .optional(),
    default: 'none (mails are stored, not sent)',
    help: '`smtps://user:password@host:465`, or `smtp://…:587` with STARTTLS; needs `PUBLIC_URL`. A password is sent over TLS only, unless the URL ends in `?allowInsecure=true`',
    secret: true,
  },
  mailFrom: {
    name: 'MAIL_FROM',
    format: address(
      /^[^\r\n<>"]*<[^\s@<>,]+@[^\s@<>,]+>$|^[^\s@<>,]+@[^\s@<>,]+$/,
      `use an address, or a name and an address: ${campaign.brand} <hello@example.com>`,
    ).optional(),
    default: 'the brand, `waitlist@` + the host of `PUBLIC_URL`',
    help: `the sender: \`${campaign.brand} <hello@example.com>\`; required with \`SMTP_URL\`, unless \`PUBLIC_URL\` is this machine`,
  },
  bounceAddress: {
    name: 'BOUNCE_ADDRESS',
    format: address(
      /^[\w.-]{1,20}@[^\s@<>,+]+$/,
      'use an address without a plus sign, with at most 20 characters before the at sign, e.g. bounce@example.com',
    ).optional(),
    default: 'none (reports go to the sender)',
    help: 'where mail servers return mails: `bounce@example.com` makes each mail return to an address of its own, `bounce+TOKEN@example.com`',
  },
  sesTopics: {
    name: 'SES_TOPICS',
    format: z
      .string()
      .default('')
      .transform((text) => text.split(/[\s,]+/).filter(Boolean))
      .refine(
        (list) => list.every((arn) => /^arn:aws:sns:[a-z0-9-]+:\d{12}:[\w-]+$/.test(arn)),
        'use the ARNs of your SNS topics, e.g. arn:aws:sns:eu-west-1:123456789012:ascend',
      ),
    default: 'none',
    help: 'ARNs of the SNS topics through which Amazon SES reports bounces and complaints to `/webhooks/ses`',
  },
  mailgunSigningKey: {
    name: 'MAILGUN_SIGNING_KEY',
    format: z
      .string()
      .min(
        16,
        'use the HTTP webhook signing key of your Mailgun account, which has at least 16 characters',
      )
      .optional(),
    help: 'lets Mailgun report bounces and complaints to `/webhooks/mailgun`: the HTTP webhook signing key',
    secret: true,
  },
  resendSigningSecret: {
    name: 'RESEND_SIGNING_SECRET',
    format: z
      .string()
      .regex(
        /^whsec_[\w+/-]{16,}={0,2}$/,
        'use the signing secret of the webhook, which begins with whsec_',
      )
      .optional(),
    help: 'lets Resend report bounces and complaints to `/webhooks/resend`: the signing secret of the webhook, `whsec_…`',
    secret: true,
  },
  postmarkPassword: {
    name: 'POSTMARK_PASSWORD',
    format: z
      .string()
      .regex(/^[\w.~-]{16,}$/, 'use at least 16 random letters and digits')
      .optional(),
    help: 'lets Postmark report bounces and complaints to `/webhooks/postmark`: the password that you write into the URL of the webhook',
    secret: true,
  },
  bounceMailbox: {
    name: 'BOUNCE_MAILBOX',
    format: url(['imap:', 'imaps:'], 'imaps://bounce%40example.com:password@mail.example.com')
      .superRefine(refused(wrongBounceMailbox))
      .optional(),
    default: 'none (reports by mail are not read)',
    help: "the mailbox that delivery reports and complaints come to: `imaps://user:password@host`, with `/folder` if it is not the inbox; see `docs/operating.md`, 'Reports about mails'. `imap://…` uses STARTTLS; a password is sent over TLS only, unless the URL ends in `?allowInsecure=true`",
    secret: true,
  },
  mailsPerHour: {
    name: 'MAILS_PER_HOUR',
    format: whole(1, 1_000_000).default(3000),
    help: 'the rate limit of all mails; it delays mails, never sign-ups',
  },
  operators: {
    name: 'OPERATORS',
    format: z
      .string()
      .default('')
      .transform(readOperators)
      .refine(
        (list) => list !== null,
        'use addresses separated by commas, with `reader:` before each that may only read, e.g. anna@example.com, reader:bob@example.com',
      )
      .transform((list) => list ?? []),
    help: 'the addresses that may sign in to `/dashboard`, by a mailed link: `anna@example.com, reader:bob@example.com`. A reader sees counts and masked addresses. Without it, `npm run dashboard -- sign-in` prints a link that signs in',
  },
  figures: {
    name: 'FIGURES',
    format: z.enum(figureModes, 'use simulated or live').default(campaign.switches.figures),
    default: '`switches.figures` of the campaign: `simulated`',
    help: '`live` shows the figures that the server counts, and leaves out all others that have no evidence',
  },
  optIn: {
    name: 'OPT_IN',
    format: z.enum(['double', 'single'], 'use double or single').default('double'),
    help: '`single` puts an address on the list at once, with a welcome mail instead of a confirm mail',
  },
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    format: z
      .string()
      .default('')
      .transform((text) => text.split(/[\s,]+/).filter(Boolean))
      .refine(
        (list) => list.every(isRange),
        'use addresses or CIDR ranges of your proxies, e.g. 10.0.0.0/8, 127.0.0.1; `true` or a number would let anyone forge an address',
      ),
    help: 'addresses or CIDR ranges of the proxies in front, e.g. `127.0.0.1, 10.0.0.0/8`',
  },
  anonKey: {
    name: 'ANON_KEY',
    format: z.string().min(1, 'use any text, or leave it out').optional(),
    help: 'API calls must send this key (`apikey` or Bearer); it is public, not a secret',
  },
  metricsToken: {
    name: 'METRICS_TOKEN',
    format: z.string().min(16, 'use at least 16 random characters').optional(),
    help: 'lets other machines read `/metrics`, with this Bearer token',
    secret: true,
  },
  logRequests: {
    name: 'LOG_REQUESTS',
    format: z.enum(['all', 'few'], 'use all, or leave it out').default('few'),
    help: '`all` logs every request; `few` logs writes, errors and answers that took over a second',
  },
  hstsSubdomains: {
    name: 'HSTS_SUBDOMAINS',
    format: z.enum(['on', 'off'], 'use on, or leave it out').default('off'),
    help: '`on` adds `includeSubDomains` to HSTS: only where every host below that of `PUBLIC_URL` has https',
  },
  limits: {
    name: 'LIMITS',
    format: z.enum(['on', 'off'], 'use off, or leave it out').default('on'),
    help: '`off` lifts rate limits, for trials on this machine only',
  },
} as const satisfies Record<string, Setting>

/** Variables that `npm` commands read before the server starts (scripts/ready). */
const launcherSettings: readonly Omit<Setting, 'format'>[] = [
  {
    name: 'ASCEND_NODE',
    default: 'the locked Node',
    help: "the path of a newer Node 26 on this machine to use instead; see `docs/operating.md`, 'A security release of Node'",
  },
]

/** What the docs and the help say of each setting, in Markdown. */
export const describedSettings = (): { name: string; default: string; help: string }[] =>
  [...Object.values<Setting>(settings), ...launcherSettings].map((setting) => ({
    name: setting.name,
    default: setting.default ?? defaultOf(setting),
    help: setting.help,
  }))

function defaultOf({ format }: Partial<Setting>): string {
  const value = format?.parse(undefined)
  const text = value === undefined ? '' : String(value)
  return text === '' ? 'none' : `\`${text}\``
}

function isRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  const maxBits = family === 4 ? 32 : 128
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= maxBits)
}
