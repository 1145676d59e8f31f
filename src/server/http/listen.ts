import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { StartRefused } from '#server/config/start-refused.ts'

type Address = Pick<Config, 'host' | 'port'>

/**
 * Opens the port and closes it again. A server calls it before it creates or migrates a store, so
 * that a start on a port in use leaves nothing behind. Throws StartRefused.
 */
export async function requireFreePort(address: Address): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const server = createServer()
    .once('error', (error) => reject(refusal(error, address)))
    .listen({ host: address.host, port: address.port }, () => server.close(() => resolve()))
  await promise
}

/** Starts to accept requests. Throws StartRefused. */
export async function listen(app: FastifyInstance, address: Address): Promise<void> {
  const { host, port } = address
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw refusal(error, address)
  })
}

function refusal(error: NodeJS.ErrnoException, { host, port }: Address): Error {
  if (error.code === 'EADDRINUSE')
    return new StartRefused(
      `Port ${port} on ${host} is in use: stop the program that uses it, or set PORT to another one.`,
    )
  if (error.code === 'EACCES')
    return new StartRefused(
      `Port ${port} may not be opened by this user: set PORT to one from 1024 on.`,
    )
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartRefused(
      `HOST is '${host}', which is no address of this machine: use 127.0.0.1, or 0.0.0.0 for all of them.`,
    )
  return error
}
