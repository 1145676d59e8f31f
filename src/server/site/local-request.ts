import type { FastifyRequest } from 'fastify'
import { isLoopbackHost, type Config } from '#server/config.ts'

const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-real-ip', 'via'] as const
const loopbackPeer = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

export const forwardingHeaderOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined => forwardingHeaders.find((name) => headers[name] !== undefined)

/** The peer is this machine and nothing says that it passes on somebody else's request. */
export const fromLoopback = (request: FastifyRequest): boolean =>
  loopbackPeer.test(request.raw.socket.remoteAddress ?? '') && forwardingHeaderOf(request) === undefined

/**
 * What exists only for trying things out on one's own machine (/dev/mails, LIMITS=off): PUBLIC_URL is loopback, there is no
 * proxy, and the request names a loopback host. A tunnel or a forgotten proxy fails one of these.
 */
export function isTryingOut(request: FastifyRequest, { loopback, trustedProxies }: Pick<Config, 'loopback' | 'trustedProxies'>): boolean {
  const host = `http://${request.headers.host ?? ''}`
  return loopback && trustedProxies.length === 0 && fromLoopback(request) && URL.canParse(host) && isLoopbackHost(new URL(host).hostname)
}
