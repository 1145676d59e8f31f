/**
 * Providers with several hosts for one mailbox, and the characters that each ignores in its name.
 */
const providers = [
  { host: 'gmail.com', others: ['googlemail.com'], ignores: /\./g },
  { host: 'icloud.com', others: ['me.com', 'mac.com'], ignores: /\./g },
  {
    host: 'yandex.ru',
    others: ['ya.ru', 'yandex.com', 'yandex.by', 'yandex.kz', 'yandex.ua'],
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
 * The plain spelling of a mailbox, without +tag and dots, also at hosts where dots may distinguish
 * two mailboxes. Only budgets use it. People are identified and mailed by their stored address.
 */
export function foldAddress(address: string): string {
  const [local = '', typedHost = ''] = address.split('@')
  const { host, ignores } = providerOf.get(typedHost) ?? { host: typedHost, ignores: /\./g }
  return `${local.replace(/\+.*$/, '').replaceAll(ignores, '')}@${host}`
}

export type Spelling = 'plain' | 'untagged' | 'tagged'

/** How an address spells its mailbox. `untagged`: neither plain nor tagged. */
export function spellingOf(address: string): Spelling {
  if (address.includes('+')) return 'tagged'
  return address === foldAddress(address) ? 'plain' : 'untagged'
}
