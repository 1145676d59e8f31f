import { parse } from 'tldts'
import type { PlaceholderUse } from '#contract/letters/letters.ts'
import { encodedBlanks, onlyValue, replaceValues } from './letter-placeholders.ts'

/** `uses`: the placeholders of the letter, by the numbers of their blanks. */
export type LinkTerms = { publicUrl: string; uses: readonly PlaceholderUse[] }
/** The remedy for an address that a letter cannot link to. */
type Wrong = { wrong: string }
/** Values within an address are percent-encoded; one that is a whole address stays as it is. */
type Target = { href: string; host: string }

/**
 * The address of a link whose text is `shown`; both may contain blanks. A link leads to an https
 * page, to a page of PUBLIC_URL or to a mail address. A text that is an address leads to its host.
 */
export function linkTarget(
  target: string,
  shown: string,
  terms: LinkTerms,
): { href: string } | Wrong {
  const found = targetOf(target, terms)
  if ('wrong' in found) return found
  const text = replaceValues(shown, (index) => terms.uses[index]?.fallback ?? '')
  const other = shownHosts(text, found.host).find((host) => !isWithin(found.host, host))
  return other === undefined
    ? { href: found.href }
    : {
        wrong: `The link shows ${other} but leads to ${found.host}. Show the address that it leads to, or words without an address.`,
      }
}

/** The path of a picture on PUBLIC_URL: no mail loads anything from another server. */
export function picturePath(target: string, { publicUrl }: LinkTerms): { path: string } | Wrong {
  const own = new URL(publicUrl)
  const url = /[\uE000\s\\]/.test(target) ? null : URL.parse(target, publicUrl)
  return url?.origin === own.origin && !url.username
    ? { path: url.pathname + url.search }
    : { wrong: `Use a picture from ${own.origin}: mails load nothing from other servers.` }
}

// No name before an @, no percent sign and no blank in the host: it is the one that is read.
const webAddress = /^https?:\/\/([\p{L}\p{M}\p{N}.-]+(?::\d+)?)(?:[/?#][^\s\\"<>`]*)?$/iu
const mailAddress = /^mailto:[^\s@?&,;:"<>\\%\uE000]+@([\p{L}\p{M}\p{N}.-]+)(?:\?[^\s\\"<>`]*)?$/iu
const entity = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/i

function targetOf(target: string, { publicUrl, uses }: LinkTerms): Target | Wrong {
  const index = onlyValue(target)
  if (index !== null) return wholeTarget(target, uses[index], publicUrl)
  if (entity.test(target)) return { wrong: 'Write & alone in the address of a link.' }
  const host = (mailAddress.exec(target) ?? webAddress.exec(target))?.[1]
  if (host === undefined || !URL.canParse(`https://${host}`)) return { wrong: wrongAddress(target) }
  const isOwn = URL.parse(target)?.origin === new URL(publicUrl).origin
  if (/^http:/i.test(target) && !isOwn)
    return { wrong: 'Use https: pages over http can be read and changed on their way.' }
  if (!host.includes('.') && !isOwn) return { wrong: `${host} is not a public address.` }
  return { href: encodedBlanks(target), host: hostOf(host) }
}

/** `{link}` leads to a page of PUBLIC_URL. */
function wholeTarget(
  href: string,
  use: PlaceholderUse | undefined,
  publicUrl: string,
): Target | Wrong {
  if (use?.name !== 'link')
    return { wrong: 'Only the placeholder {link} can be the whole address of a link.' }
  if (use.fallback !== null && !/^https:/i.test(use.fallback.match(webAddress)?.[0] ?? ''))
    return { wrong: 'Use an https address as fallback: {link|https://example.com/}.' }
  return { href, host: new URL(publicUrl).hostname }
}

function wrongAddress(target: string): string {
  if (/^https?:\/\/[^/?#]*\uE000/i.test(target))
    return 'A placeholder can stand after the host of an address, not in it.'
  if (/^https?:\/\/[^/?#]*@/i.test(target)) return 'Remove the name before @ from the address.'
  return /^[a-z][a-z\d+.-]*:/i.test(target) && !/^(?:https?|mailto):/i.test(target)
    ? 'A link can lead to an https address or to a mail address (mailto:), nowhere else.'
    : 'Write the whole address of the link, as https://example.com/page.'
}

// Characters without width could divide an address that a reader sees as one.
const withoutWidth = /\p{Cf}/gu
const namedHosts = /[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)*\.\p{L}[\p{L}\p{M}\p{N}-]+/gu
const hostsOfUrls = /(?:https?:\/\/|(?<![\p{L}\p{N}])(?=www\.))([^\s/?#:]*[\p{L}\p{N}])/giu
/** Schemes, paths and the names of mailboxes, which contain dots too. */
const besideHosts = /https?:\/\/|[/?#]\S*|[^\s/@]+@/giu

/**
 * The hosts that a reader takes the text of a link for: those of its URLs, and a text that is nothing
 * but a domain or a mail address. Node.js is no domain: no public suffix ends in `js`.
 */
function shownHosts(text: string, target: string): string[] {
  const seen = text.normalize('NFKC').replace(withoutWidth, '').trim()
  const urls = [...seen.matchAll(hostsOfUrls)].map(([, host = '']) => hostOf(host))
  if (/\s/.test(seen)) return urls
  const names = [...seen.replace(besideHosts, ' ').matchAll(namedHosts)].map(([name]) => name)
  return [...names.map(hostOf).filter((host) => isDomain(host, target)), ...urls]
}

/** An ending that the list does not have counts where the target has it, as `localhost` may. */
function isDomain(host: string, target: string): boolean {
  const { isIcann, isPrivate } = parse(host, { allowPrivateDomains: true })
  const ending = host.slice(host.lastIndexOf('.'))
  return isIcann || isPrivate || target.endsWith(ending)
}

const hostOf = (host: string) => URL.parse(`https://${host}`)?.hostname ?? host.toLowerCase()

const isWithin = (host: string, shown: string) =>
  `.${host}`.endsWith(`.${shown.replace(/^www\./, '')}`)
