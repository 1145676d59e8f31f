/**
 * Providers that document several hosts or spellings for one mailbox, and the characters that each
 * ignores in its name. Where other people may have the same name at another host, as at Outlook,
 * GMX, Mail.ru or Tuta, each host is a mailbox of its own.
 */
const providers = [
  { host: 'gmail.com', others: ['googlemail.com'], ignores: /\./g },
  { host: 'icloud.com', others: ['me.com', 'mac.com'], ignores: /\./g },
  {
    // A name that is registered at one host is the same account at all others.
    host: 'yandex.ru',
    others:
      `ya.ru narod.ru yandex.com yandex.by yandex.kz yandex.ua yandex.com.tr yandex.uz yandex.az
      yandex.co.il yandex.com.am yandex.com.ge yandex.ee yandex.fr yandex.kg yandex.lt yandex.lv
      yandex.md yandex.tj yandex.tm`.split(/\s+/),
    ignores: /[.-]/g,
  },
  { host: 'proton.me', others: ['protonmail.com', 'protonmail.ch', 'pm.me'], ignores: /[._-]/g },
]
const providerOf = new Map(
  providers.flatMap((provider) =>
    [provider.host, ...provider.others].map((host) => [host, provider]),
  ),
)

/**
 * Hosts where `anything@name.host` arrives at `name@host`. A hyphen in such a host stands for an
 * underscore of the name.
 */
const namesInHosts = /^([^.@]+)\.(fastmail\.(?:com|fm))$/

/**
 * The plain spelling of a mailbox, without +tag and dots, also at hosts where dots may distinguish
 * two mailboxes. Only budgets use it. People are identified and mailed by their stored address.
 */
export function foldAddress(address: string): string {
  const [typed = '', typedHost = ''] = address.split('@')
  const [, name, nameHost] = namesInHosts.exec(typedHost) ?? []
  if (name && nameHost) return `${name.replaceAll('-', '_')}@${nameHost}`
  const { host, ignores } = providerOf.get(typedHost) ?? { host: typedHost, ignores: /\./g }
  return `${typed.replace(/\+.*$/, '').replaceAll(ignores, '')}@${host}`
}

export type Spelling = 'plain' | 'untagged' | 'tagged'

/** How an address spells its mailbox. `untagged`: neither plain nor tagged. */
export function spellingOf(address: string): Spelling {
  if (address.includes('+') || namesInHosts.test(address.replace(/^.*@/, ''))) return 'tagged'
  return address === foldAddress(address) ? 'plain' : 'untagged'
}
