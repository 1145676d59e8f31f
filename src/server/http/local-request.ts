import type { FastifyRequest } from 'fastify'
import { isLoopbackHost, type Config } from '#server/config/config.ts'

const forwardingHeaders =
  /^(?:x-forwarded-.*|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip|cdn-loop)$/
const loopbackPeer = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

const isForwarded = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  Object.keys(headers).some((name) => forwardingHeaders.test(name))

/**
 * The peer is this machine, asks for this machine by name, and nothing says that it passes on somebody else's request: no
 * forwarding header, and HTTP/1.1, where nginx unconfigured speaks 1.0. A tunnel that rewrites Host cannot be told apart.
 */
export function fromLoopback(request: FastifyRequest): boolean {
  const host = `http://${request.headers.host ?? ''}`
  return (
    loopbackPeer.test(request.raw.socket.remoteAddress ?? '') &&
    request.raw.httpVersion === '1.1' &&
    !isForwarded(request) &&
    URL.canParse(host) &&
    isLoopbackHost(new URL(host).hostname)
  )
}

/**
 * What exists only for trying things out on one's own machine (/dev/mails, LIMITS=off): PUBLIC_URL is loopback, no proxy is
 * configured, and the request comes from here.
 */
export const isTryingOut = (request: FastifyRequest, config: TryOutConfig): boolean =>
  canTryOut(config) && fromLoopback(request)

type TryOutConfig = Pick<Config, 'loopback' | 'trustedProxies'>
export const canTryOut = ({ loopback, trustedProxies }: TryOutConfig): boolean =>
  loopback && trustedProxies.length === 0
