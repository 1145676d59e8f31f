/** Words that only one language has: a text in the other must not contain them. */
export const wordsOf: Readonly<Record<'en' | 'nl', RegExp>> = {
  en: /\b(?:the|and|you|your|this|that|from|with|not|have|has|will|for|are|it|its|they|what|when|who|our|which|one|no|yes|to|by|or|if|be|at|as|all|any|more|only|until|after|before|where|mail|spot)s?\b(?<!\bmails?)/i,
  nl: /\b(?:het|een|één|je|jij|jouw|niet|van|voor|dat|dit|naar|maar|ook|als|dan|wie|wat|bij|uit|nog|geen|zijn|wordt|onze|deze|vraag|meer)\b/i,
}

/** Blanks, and names of things. */
export const namesOfThings = /\{\w+|Global Privacy Control|Do Not Track/g

/** Attributes whose value people read or hear. */
const readAttributes =
  /\b(?:aria-label|aria-description|aria-valuetext|alt|title|placeholder|content)="([^"]*)"/g
const withoutEnd = /^(?:area|base|br|col|hr|img|input|link|meta|source|track|wbr)$/

/**
 * Every text that people read or hear in HTML of this language, blocks apart, without what is marked
 * as of another language.
 */
export function textsIn(html: string, language: string): string[] {
  const texts = ['']
  const open: { name: string; isForeign: boolean }[] = []
  const isForeign = () => open.at(-1)?.isForeign ?? false
  const body = html.replaceAll(
    /<(style|script)\b[^>]*>.*?<\/\1>|<!--.*?-->|<!DOCTYPE[^>]*>|<meta name="viewport"[^>]*>/gis,
    '',
  )
  for (const [, end, name = '', rest = '', text = ''] of body.matchAll(tagOrText)) {
    if (name === '') {
      if (!isForeign()) texts.push(texts.pop() + text)
      continue
    }
    if (!inText.test(name)) texts.push('')
    if (end) {
      while (open.length > 0 && open.pop()!.name !== name);
      continue
    }
    const lang = /\blang="([^"]*)"/.exec(rest)?.[1]
    const inOther = lang === undefined ? isForeign() : lang !== language
    if (!inOther) for (const [, said] of rest.matchAll(readAttributes)) texts.unshift(said!)
    if (!withoutEnd.test(name) && !rest.endsWith('/')) open.push({ name, isForeign: inOther })
  }
  return texts.map((text) => plain(text)).filter(Boolean)
}

const tagOrText = /<(\/?)([a-z][\w-]*)((?:[^>"]|"[^"]*")*)>|([^<]+)/gi
const inText = /^(?:a|abbr|b|em|i|small|span|strong|time|wbr)$/

/** Without what is in no language. */
export const plain = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/(?:https?:\/\/|mailto:)\S+|\S+@\S+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
