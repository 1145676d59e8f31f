import type { FastifyInstance } from 'fastify'

/** Bytes of a body of any kind (8 KiB): more is answered 413. */
export const bodyLimit = 8 * 1024

/** JSON alone; `__proto__` and `constructor.prototype` are malformed input. */
export function jsonParser(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit },
    app.getDefaultJsonParser('error', 'error'),
  )
}

/** A plain HTML form; of fields that come twice the last counts. */
export function formParser(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
}

/** A body of any type, or of none that can be read, is dropped: a one-click POST's token is in its path (RFC 8058). */
export function anyParser(app: FastifyInstance): void {
  const type = 'application/octet-stream'
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    headers['content-type'] = type
    done()
  })
  app.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit }, (_request, _body, done) =>
    done(null),
  )
}
