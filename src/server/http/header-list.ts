/**
 * The items of a header that is a list, without the blanks around them. Blanks are space and tab
 * alone (RFC 9110 5.6.3, RFC 6265 4.2.1): with the blanks of Unicode a byte 0xA0 that another host
 * puts before the name of a cookie would make it one of ours.
 */
export const headerItems = (header: string, separator: ',' | ';'): string[] =>
  header.split(separator).map((item) => item.replaceAll(/^[ \t]+|[ \t]+$/g, ''))
