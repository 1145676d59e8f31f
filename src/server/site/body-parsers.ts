import type { FastifyInstance } from 'fastify'

/** Bytes of a body, JSON or form (8 KiB): more is answered 413. */
export const bodyLimit = 8 * 1024

/** JSON alone; `__proto__` and `constructor.prototype` are malformed input. */
export function jsonParser(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit }, app.getDefaultJsonParser('error', 'error'))
}

/** A plain HTML form; of fields that come twice the last counts. */
export function formParser(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))))
}

/** Any body of any type and size is dropped unread: a one-click POST's token is in its path (RFC 8058). */
export function nothingParser(app: FastifyInstance): void {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    for (const name of ['content-type', 'content-length', 'transfer-encoding']) delete headers[name]
    done()
  })
}
