/** Whole texts of a campaign's data, cut where a figure is filled in, from 12 characters on. */
export const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string')
    return (
      value
        .split(/\{\w+\}|\[bar\]/)
        .map((text) => text.trim())
        // A name in camel case, as of a figure, is no text.
        .filter((text) => text.length >= 12 && !/^[a-z]+[A-Z][A-Za-z]*$/.test(text))
    )
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** Texts and attributes of HTML, as people and programs read them. */
export const readable = (html: string) =>
  html
    .replace(
      /<(?=[a-z/!])[^>]*>/g,
      (tag) => ` ${[...tag.matchAll(/="([^"]*)"/g)].map(([, value]) => value).join(' ')} `,
    )
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
