import { createServer, type AddressInfo, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { StartRefused } from '#server/config/start-refused.ts'

type Address = Pick<Config, 'host' | 'port'>

export type OpenedPort = {
  /** with PORT=0 the one that the system chose */
  port: number
  /** Starts to accept requests. Throws StartRefused. */
  listen(app: FastifyInstance): Promise<void>
  /** Gives the port back, where nothing listens on it. */
  release(): void
}

/**
 * Opens the port. A server calls it before it creates or migrates a store, so that a start on a port
 * in use leaves nothing behind. A port that was set is closed until the server can answer: a load
 * balancer sees a closed port meanwhile. One that the system chose stays open, as it could give it to
 * another program. Throws StartRefused.
 */
export async function openPort(address: Address): Promise<OpenedPort> {
  const { host, port } = address
  const holder = createServer((socket) => socket.destroy())
  await opened(holder, address)
  if (port === 0) return held(holder)
  await new Promise((closed) => holder.close(closed))
  return { port, listen: (app) => listen(app, address, { host, port }), release() {} }
}

function held(holder: Server): OpenedPort {
  const { address: host, port } = holder.address() as AddressInfo
  // Node lets a server listen on the handle of another one, which this property holds.
  const { _handle } = holder as unknown as { _handle: object }
  const address = { host, port, _handle }
  return {
    port,
    listen: (app) => listen(app, address, address),
    release: () => holder.close(),
  }
}

function opened(server: Server, address: Address): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server
    .once('error', (error) => reject(refusal(error, address)))
    .listen({ host: address.host, port: address.port }, resolve)
  return promise
}

async function listen(app: FastifyInstance, address: Address, options: Address): Promise<void> {
  await app.listen(options).catch((error: NodeJS.ErrnoException) => {
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
