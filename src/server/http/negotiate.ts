import { headerItems } from './header-list.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

const known: readonly Encoding[] = ['br', 'gzip', 'identity']

/**
 * Parsed headers. Browsers send few different ones; the size is bounded because clients can send
 * any.
 */
const parsed = new Map<string, readonly Encoding[]>()
const mostParsed = 64

/** The best of `offered` that the client accepts (RFC 9110 12.5.3), or identity. */
export function encodingFor(
  acceptEncoding: string | undefined,
  offered: readonly Encoding[] = known,
): Encoding {
  if (!acceptEncoding) return 'identity'
  let encodings = parsed.get(acceptEncoding)
  if (!encodings) {
    if (parsed.size >= mostParsed) parsed.clear()
    parsed.set(acceptEncoding, (encodings = encodingsIn(acceptEncoding)))
  }
  return encodings.find((encoding) => offered.includes(encoding)) ?? 'identity'
}

/** The encodings that a header accepts, in our order of preference. */
function encodingsIn(acceptEncoding: string): readonly Encoding[] {
  const weights = new Map(
    headerItems(acceptEncoding.toLowerCase(), ',').map((part) => {
      const [name = '', ...parameters] = headerItems(part, ';')
      const q = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, q ? Number(q.slice(2)) || 0 : 1] as const
    }),
  )
  return known.filter(
    (encoding) => encoding !== 'identity' && (weights.get(encoding) ?? weights.get('*') ?? 0) > 0,
  )
}
