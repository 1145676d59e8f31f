import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'
import { z } from 'zod'
import { campaign } from '#campaign'
import { lettersApart } from '#contract/text.ts'
import type { Operator } from './formats.ts'
import { settings, type Setting, describedSettings } from './settings.ts'

/** The settings (settings.ts), checked once at start, and what follows from them. */
export type Config = z.output<typeof schema> & {
  publicUrl: string
  mailFrom: string
  loopback: boolean
}

type Environment = Record<string, string | undefined>
type ConfigResult = { ok: true; config: Config } | { ok: false; problems: string[] }

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])
export const isLoopbackHost = (hostname: string): boolean =>
  loopbackHosts.has(hostname) || hostname.endsWith('.localhost')

/** Whether others than this machine read the page, over TLS. */
export const isPublicAddress = (publicUrl: string): boolean => {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' && !isLoopbackHost(hostname)
}

type Formats = { [Key in keyof typeof settings]: (typeof settings)[Key]['format'] }
// Object.fromEntries loses the type of each format.
const schema = z.object(
  Object.fromEntries(Object.entries(settings).map(([key, { format }]) => [key, format])) as Formats,
)

/**
 * Reads every setting from the environment, without blanks around it; an empty variable counts as
 * unset. `problems` names every wrong one with its remedy.
 */
export function readConfig(env: Environment): ConfigResult {
  const given = Object.fromEntries(
    Object.entries(settings).map(([key, { name }]) => [key, env[name]?.trim() || undefined]),
  )
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    return {
      ok: false,
      problems: parsed.error.issues.map((issue) => {
        const setting: Setting = settings[issue.path[0] as keyof typeof settings]
        return problem(setting, env[setting.name], issue.message)
      }),
    }
  }
  const config = withDefaults(parsed.data)
  const problems = conflicts(config, parsed.data)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, config }
}

const ownUrl = (port: number) => `http://localhost:${port}`

/** The settings in force once the port is known, which the system chooses with PORT=0. */
export const atPort = (config: Config, port: number): Config => ({
  ...config,
  port,
  publicUrl: config.publicUrl === ownUrl(config.port) ? ownUrl(port) : config.publicUrl,
})

/** The settings of a command beside a server at this address, unless PUBLIC_URL is set. */
export const besideServer = (config: Config, address: string): Config =>
  config.publicUrl === ownUrl(config.port)
    ? { ...config, publicUrl: address, loopback: isLoopbackHost(new URL(address).hostname) }
    : config

function withDefaults(read: z.output<typeof schema>): Config {
  const publicUrl = read.publicUrl ?? ownUrl(read.port)
  const { hostname } = new URL(publicUrl)
  return {
    ...read,
    publicUrl,
    mailFrom: read.mailFrom ?? `${campaign.brand} <waitlist@${hostname}>`,
    loopback: isLoopbackHost(hostname),
  }
}

function conflicts(config: Config, given: z.output<typeof schema>): string[] {
  const problems: string[] = []
  if (config.smtpUrl && !given.publicUrl)
    problems.push(
      'PUBLIC_URL is not set, but SMTP_URL is: links in mails are built from it. Set it to the address that visitors use, e.g. https://example.com.',
    )
  if (config.smtpUrl && !config.loopback && !given.mailFrom)
    problems.push(
      `MAIL_FROM is not set, but SMTP_URL is: set it to the sender, e.g. ${campaign.brand} <hello@example.com>.`,
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

function problem({ name, secret }: Setting, value: string | undefined, remedy: string): string {
  const mayHavePassword = name === settings.publicUrl.name ? /[@?#]/ : /:\/\/.*@/s
  const isHidden = secret || mayHavePassword.test(value ?? '')
  return `${name} is ${isHidden ? 'not usable' : `'${value}', which is not usable`}: ${remedy}.`
}

type Key = keyof typeof settings

/** DASH-7: every setting with its value; of a secret only whether it is set. */
export function settingsInForce(config: Config) {
  const described = new Map(describedSettings().map((setting) => [setting.name, setting]))
  const defaults = defaultsBeside(config)
  return Object.entries(settings).map(([key, setting]: [string, Setting]) => {
    const { default: byDefault, help } = described.get(setting.name)!
    const [value, usual] = [textOf(config[key as Key]), textOf(defaults[key as Key])]
    const isSecret = setting.secret === true
    const isDefault = isSecret ? config[key as Key] === undefined : value === usual
    return {
      name: setting.name,
      value: isSecret ? (isDefault ? byDefault : '') : value || (isDefault ? byDefault : ''),
      isDefault,
      isSecret,
      help,
    }
  })
}

/** The configuration without any setting, but for those that others follow from. */
function defaultsBeside({ port, publicUrl }: Config): Partial<Config> {
  const plain = readConfig({ PORT: String(port) })
  const beside = readConfig({ PUBLIC_URL: publicUrl })
  if (!plain.ok || !beside.ok) return {}
  const { port: usualPort } = beside.config
  return { ...plain.config, port: usualPort, mailFrom: beside.config.mailFrom }
}

function textOf(value: unknown): string {
  if (value === undefined) return ''
  if (!Array.isArray(value)) return String(value)
  return value.map((item) => (typeof item === 'string' ? item : operatorText(item))).join(', ')
}

const operatorText = ({ email, role }: Operator) => (role === 'reader' ? `reader:${email}` : email)

/** The repository's folder, for this file and for the bundle that the build makes of it. */
export const root = dirname(findPackageJSON(import.meta.url)!)

/** One sentence for each misspelt setting, for the operator. */
export const describeMisspelt = (env: Environment): string[] =>
  misspeltSettings(env).map(
    ({ given, meant }) => `${given} is not a setting, and has no effect: did you mean ${meant}?`,
  )

/**
 * Variables of the environment that are no setting, but one or two letters from one that is not
 * set: MAIL_PER_HOUR, SMPT_URL, OPERATOR. Two letters that changed places are one.
 */
export function misspeltSettings(env: Environment): { given: string; meant: string }[] {
  const names = Object.values(settings).map(({ name }) => name)
  const missing = names.filter((name) => !env[name])
  return Object.keys(env)
    .filter((given) => !names.includes(given as (typeof names)[number]) && env[given])
    .flatMap((given) => {
      const written = given.toUpperCase().replaceAll('-', '_')
      const [nearest] = missing
        .map((name) => ({
          name,
          letters: Math.min(...spellings(name).map((one) => lettersApart(written, one))),
        }))
        .filter(({ name, letters }) => letters <= mostLetters(name, written))
        .toSorted((a, b) => a.letters - b.letters)
      return nearest ? [{ given, meant: nearest.name }] : []
    })
}

/** TRUSTED_PROXY is three letters from TRUSTED_PROXIES. */
const spellings = (name: string): string[] => [name, name.replace(/IES$/, 'Y')]

/**
 * HOST and PORT are so short that names of other programs, such as HOME and POST, are one or two
 * letters away: only their own letters in another order are taken for them.
 */
function mostLetters(name: string, given: string): number {
  if (name.length < 6) return sorted(name) === sorted(given) ? 1 : 0
  return name.length < 8 ? 1 : 2
}

const sorted = (text: string): string => [...text].toSorted().join('')
