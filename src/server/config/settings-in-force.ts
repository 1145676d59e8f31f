import { readConfig, type Config } from './config.ts'
import type { Operator } from './operators.ts'
import { describedSettings, settings, type Setting } from './settings.ts'

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
