import type { FastifyInstance } from 'fastify'

/** The most bytes of a body (8 KiB). A larger one is answered 413. */
export const bodyLimit = 8 * 1024

/** Reads only JSON. `__proto__` and `constructor.prototype` count as malformed. */
export function jsonParser(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit },
    app.getDefaultJsonParser('error', 'error'),
  )
}

/** Reads a plain HTML form. The last of several fields with one name counts. */
export function formParser(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
}

/** The most bytes of a webhook's body (256 KiB). */
const webhookLimit = 256 * 1024

/** Hands on the bytes of a body of any type: signatures are over these, and SNS sends text/plain. */
export function webhookParser(app: FastifyInstance): void {
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: webhookLimit },
    (_request, body, done) => done(null, body),
  )
}

/** Ignores a body of any type: a one-click POST has its token in the path (RFC 8058). */
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
