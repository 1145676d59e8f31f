/**
 * An address as a reader of the dashboard sees it (DASH-1), and whoever opens a mailed link:
 * `s***@example.com`. A text without an at sign, such as `shell`, stays.
 */
export const maskAddress = (address: string): string =>
  address.replace(/^(.).*(?=@)/s, (_, first: string) => `${first}***`)

/**
 * The same for every address in the texts of `value`: a visitor may have typed one anywhere. Looks
 * at each word once, however long it is.
 */
export function maskTexts<T>(value: T): T
export function maskTexts(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replaceAll(/(?<![^\s@])([^\s@])[^\s@]*(@|%40)(?=\S)/gi, '$1***$2')
  if (Array.isArray(value)) return value.map((item) => maskTexts<unknown>(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, text]) => [name, maskTexts<unknown>(text)]),
  )
}
