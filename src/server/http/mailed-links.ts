import { campaign } from '#campaign'
import { paths } from '#contract/api.ts'
import { codeLength, codeLetters, spotCodeLength } from '#contract/line/line.ts'
import { dashboardPaths, navigation } from '#contract/dashboard/navigation.ts'
import { questionPaths, quizPaths } from '#contract/quiz/pages.ts'

/**
 * The URL of a request, without what a mail program, a person or a tracker added to the path of a
 * mailed link: characters at the end that the link cannot contain, with all behind them, and the
 * `3D` of a broken quoted-printable line (RFC 2045) before a token. Any other URL is returned as it
 * is, so no two links become one.
 */
export function repairUrl(url: string): string {
  const [, path = '', query = ''] = /^([^?#]*)(.*)$/s.exec(url)!
  const via = viaBehind3D.exec(query)
  if (path === '/' && via) return `/?via=${via[1]}${query.slice(via[0].length)}`
  const found = tokenLink.exec(path) ?? spotLink.exec(path)
  if (found) return `${found[1]}${found[2]}${found[3] ?? ''}${query}`
  const page = pageLink.exec(path)
  return page && isPunctuation(page[2]!) ? page[1]! + query : url
}

const oneOf = (texts: readonly string[]) => `(${texts.join('|')})`

/** Tokens are 256 bits in base64url (RFC 4648). Before one stands a sign at most, and `3D`. */
const before = '(?:=|%3D)?(?:3D)?'
/** What follows the token in a link, as `/stop-news`, `/data.json` or `/result/ID`. */
const part = '((?:/[\\w-]+(?:\\.[\\w-]+)*)*)'
const rest = '(?![\\w-]).*$'

const tokenPaths = [
  paths.confirm,
  paths.unsubscribe,
  paths.me,
  `${paths.tellOnce}/`,
  `${dashboardPaths.signIn}/`,
]
const tokenLink = new RegExp(`^${oneOf(tokenPaths)}${before}([\\w-]{43})${part}${rest}`, 's')

const letters = (count: number) => `(?:[${codeLetters}]-?){${count - 1}}[${codeLetters}]`
const spotLink = new RegExp(
  `^${oneOf([paths.spot])}${before}(${letters(spotCodeLength)})${part}${rest}`,
  'is',
)
const viaBehind3D = new RegExp(`^\\?via=3D(${letters(codeLength)})(?![\\w-])`, 'i')

/** The pages that mails link to without a token. Operators get links to any screen. */
const pages = [
  '/',
  paths.privacy,
  paths.line,
  ...(campaign.quiz ? [...questionPaths(campaign.quiz.questions), quizPaths.result] : []),
  `${navigation.overview.path}(?:/[\\w-]+)*(?![\\w-])`,
]
const pageLink = new RegExp(`^${oneOf(pages)}((?:%[\\da-f]{2}|[^\\w%])+|&.*)$`, 'is')

function isPunctuation(text: string): boolean {
  if (text === '/' || text.startsWith('&')) return true
  try {
    return /^[\s\p{P}\p{S}\p{Cf}]+$/u.test(decodeURIComponent(text)) && !text.includes('/')
  } catch {
    return false
  }
}
