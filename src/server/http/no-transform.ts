/**
 * `Cache-Control` of a page made for one request. A proxy that hides addresses in HTML from
 * collectors would replace the one that the page shows, for good where no script runs; RFC 9111
 * (5.2.2.6) forbids it by `no-transform`.
 */
export const cacheControlOf = (html: string): string =>
  typed.test(html) || address.test(html.replaceAll(placeholder, ''))
    ? 'no-store, no-transform'
    : 'no-store'

/** Style sheets have `@` behind a brace or semicolon, JSON-LD behind a quote. */
const address = /[^\s"'<>(){};,/&]@(?:[\p{L}\p{N}-]+\.)+\p{L}/iu
/** What was typed into a field, an address or not. */
const typed = /value="[^"]*@/
/** The field's example, as an attribute and in an island's props. */
const placeholder = /placeholder(?:="|&quot;:&quot;)[^"&]*/g
