import { BlockList, isIP } from 'node:net'
import { z } from 'zod'
import { campaign } from '#campaign/campaign.ts'
import { areSecrets, splitSecrets, type Secrets } from './secrets.ts'
import { wrongSmtpUrl } from './smtp-url.ts'

/** Every setting, checked once at start. `docs`: the table in README.md. */
export type Config = z.output<typeof settings> & {
  publicUrl: string
  mailFrom: string
  loopback: boolean
}

export type ConfigResult = { ok: true; config: Config } | { ok: false; problems: string[] }

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])
export const isLoopbackHost = (hostname: string): boolean =>
  loopbackHosts.has(hostname) || hostname.endsWith('.localhost')

const url = (protocols: string[], example: string) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `use an address like ${example}`,
    )
const whole = (least: number, most: number) =>
  z.coerce
    .number(`use a whole number from ${least} to ${most}`)
    .refine(
      (n) => Number.isInteger(n) && n >= least && n <= most,
      `use a whole number from ${least} to ${most}`,
    )
const secrets = z
  .string()
  .transform(splitSecrets)
  .refine(
    (list): list is [...Secrets] => areSecrets(list),
    'use at least 32 random characters, e.g. from `openssl rand -hex 32`; several, newest first, with a comma or a space between them, each that long',
  )

const settings = z.object({
  host: z.string().default('127.0.0.1'),
  port: whole(0, 65_535).default(3000),
  dataDir: z.string().default('data'),
  publicUrl: url(['http:', 'https:'], 'https://example.com')
    .transform((text) => text.replace(/\/+$/, ''))
    .refine(
      (text) => new URL(text).origin === text.toLowerCase(),
      'use scheme, host and port alone, like https://example.com',
    )
    .optional(),
  secrets: secrets.optional(),
  databaseUrl: url(
    ['postgres:', 'postgresql:'],
    'postgres://user:password@host:5432/ascend',
  ).optional(),
  smtpUrl: url(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com:465')
    .superRefine((text, context) => {
      const remedy = wrongSmtpUrl(text)
      if (remedy !== null) context.addIssue(remedy)
    })
    .optional(),
  mailFrom: z
    .string()
    .regex(
      /^[^\r\n<>"]*<[^\s@<>,]+@[^\s@<>,]+>$|^[^\s@<>,]+@[^\s@<>,]+$/,
      'use an address, or a name and an address: Fuel Protocol <hello@example.com>',
    )
    .optional(),
  mailsPerHour: whole(1, 1_000_000).default(3000),
  optIn: z.enum(['double', 'single'], 'use double or single').default('double'),
  trustedProxies: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine(
      (list) => list.every(isRange),
      'use addresses or CIDR ranges of your proxies, e.g. 10.0.0.0/8, 127.0.0.1; `true` or a number would let anyone forge an address',
    ),
  anonKey: z.string().min(1, 'use any text, or leave it out').optional(),
  metricsToken: z.string().min(16, 'use at least 16 random characters').optional(),
  logRequests: z.enum(['all', 'few'], 'use all, or leave it out').default('few'),
  hstsSubdomains: z.enum(['on', 'off'], 'use on, or leave it out').default('off'),
  limits: z.enum(['on', 'off'], 'use off, or leave it out').default('on'),
})

const names: Record<keyof z.input<typeof settings>, string> = {
  host: 'HOST',
  port: 'PORT',
  dataDir: 'DATA_DIR',
  publicUrl: 'PUBLIC_URL',
  secrets: 'SECRET_KEY',
  databaseUrl: 'DATABASE_URL',
  smtpUrl: 'SMTP_URL',
  mailFrom: 'MAIL_FROM',
  mailsPerHour: 'MAILS_PER_HOUR',
  optIn: 'OPT_IN',
  trustedProxies: 'TRUSTED_PROXIES',
  anonKey: 'ANON_KEY',
  metricsToken: 'METRICS_TOKEN',
  logRequests: 'LOG_REQUESTS',
  hstsSubdomains: 'HSTS_SUBDOMAINS',
  limits: 'LIMITS',
}
const shownNever = new Set(['SECRET_KEY', 'DATABASE_URL', 'SMTP_URL', 'METRICS_TOKEN'])

/** Reads every setting from the environment; an empty variable counts as unset. All wrong ones are named at once, with the remedy. */
export function readConfig(env: Record<string, string | undefined>): ConfigResult {
  const given = Object.fromEntries(
    Object.entries(names).map(([key, name]) => [key, env[name] || undefined]),
  )
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    return {
      ok: false,
      problems: parsed.error.issues.map((issue) => {
        const name = names[issue.path[0] as keyof typeof names]
        return problem(name, env[name], issue.message)
      }),
    }
  }
  const config = withDefaults(parsed.data)
  const problems = clashes(config, parsed.data)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config }
}

function withDefaults(read: z.output<typeof settings>): Config {
  const publicUrl = read.publicUrl ?? `http://localhost:${read.port}`
  const { hostname } = new URL(publicUrl)
  return {
    ...read,
    publicUrl,
    mailFrom: read.mailFrom ?? `${campaign.brand} <waitlist@${hostname}>`,
    loopback: isLoopbackHost(hostname),
  }
}

function clashes(config: Config, given: z.output<typeof settings>): string[] {
  const problems: string[] = []
  if (config.smtpUrl && !given.publicUrl)
    problems.push(
      'PUBLIC_URL is not set, but SMTP_URL is: links in mails are built from it. Set it to the address that visitors use, e.g. https://example.com.',
    )
  if (config.smtpUrl && !config.loopback && !given.mailFrom)
    problems.push(
      'MAIL_FROM is not set, but SMTP_URL is: set it to the sender, e.g. Fuel Protocol <hello@example.com>.',
    )
  if (config.databaseUrl && !config.secrets)
    problems.push(
      'SECRET_KEY is not set, but DATABASE_URL is: all processes on one database need the same one. Set it to at least 32 random characters.',
    )
  if (config.limits === 'off' && (!config.loopback || config.trustedProxies.length > 0))
    problems.push(
      'LIMITS is off: that works only for trying things out on this machine. Leave it out, or leave out PUBLIC_URL and TRUSTED_PROXIES.',
    )
  return problems
}

const problem = (name: string, value: string | undefined, remedy: string) =>
  `${name} is ${shownNever.has(name) ? 'not usable' : `'${value}', which is not usable`}: ${remedy}.`

function isRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return (
    bits === undefined ||
    (/^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128))
  )
}

/** The networks of TRUSTED_PROXIES, as one question: is this peer one of them? */
export function trustedPeers(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) =>
    isIP(address) > 0 && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}
