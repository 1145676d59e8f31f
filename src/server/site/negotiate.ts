export type Encoding = 'br' | 'gzip' | 'identity'

const known: readonly Encoding[] = ['br', 'gzip', 'identity']

/** The best of `offered` that the client takes (RFC 9110 12.5.3); identity where it names none. */
export function encodingFor(acceptEncoding: string | undefined, offered: readonly Encoding[] = known): Encoding {
  if (!acceptEncoding) return 'identity'
  const weights = new Map(acceptEncoding.split(',').map((part) => {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(/\s*;\s*/)
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    return [name, q ? Number(q.slice(2)) || 0 : 1] as const
  }))
  const taken = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0
  return known.find((encoding) => encoding !== 'identity' && offered.includes(encoding) && taken(encoding) > 0) ?? 'identity'
}
