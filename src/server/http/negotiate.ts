export type Encoding = 'br' | 'gzip' | 'identity'

const known: readonly Encoding[] = ['br', 'gzip', 'identity']

/** Browsers send few different headers: what each takes is read once. Bounded, since a client may send anything. */
const taken = new Map<string, readonly Encoding[]>()
const mostTaken = 64

/** The best of `offered` that the client takes (RFC 9110 12.5.3); identity where it names none. */
export function encodingFor(
  acceptEncoding: string | undefined,
  offered: readonly Encoding[] = known,
): Encoding {
  if (!acceptEncoding) return 'identity'
  let encodings = taken.get(acceptEncoding)
  if (!encodings) {
    if (taken.size >= mostTaken) taken.clear()
    taken.set(acceptEncoding, (encodings = encodingsIn(acceptEncoding)))
  }
  return encodings.find((encoding) => offered.includes(encoding)) ?? 'identity'
}

/** Ours, in our order, that a header takes. */
function encodingsIn(acceptEncoding: string): readonly Encoding[] {
  const weights = new Map(
    acceptEncoding.split(',').map((part) => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const q = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, q ? Number(q.slice(2)) || 0 : 1] as const
    }),
  )
  return known.filter(
    (encoding) => encoding !== 'identity' && (weights.get(encoding) ?? weights.get('*') ?? 0) > 0,
  )
}
