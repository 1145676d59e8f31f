/**
 * DASH-1: an address as a reader sees it: `s***@example.com`. A text without an at sign, such as
 * `shell`, stays.
 */
export const maskAddress = (address: string): string =>
  address.replace(/^(.).*(?=@)/s, (_, first: string) => `${first}***`)
