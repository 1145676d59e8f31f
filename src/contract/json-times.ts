/** JSON in which each value whose name ends in `At` (a time in ms, or several) is ISO 8601 in UTC. */
export const jsonWithTimes = (value: unknown, indent?: number): string =>
  JSON.stringify(
    value,
    (key, inner: unknown) => (/[a-z]At$/.test(key) ? isoTimes(inner) : inner),
    indent,
  )

function isoTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(isoTimes)
  return typeof value === 'number' ? new Date(value).toISOString() : value
}
