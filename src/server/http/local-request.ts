import type { FastifyRequest } from 'fastify'
import { isLoopbackHost, type Config } from '#server/config/config.ts'

const forwardingHeaders =
  /^(?:x-forwarded-.*|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip|cdn-loop)$/
const loopbackPeer = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

const isForwarded = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  Object.keys(headers).some((name) => forwardingHeaders.test(name))

/**
 * True for a request from this machine to a loopback host that no proxy forwarded: it has no
 * forwarding header and uses HTTP/1.1 (nginx uses 1.0 by default). A tunnel that rewrites Host
 * cannot be detected.
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
 * True for a person who tries the server out on their own machine: PUBLIC_URL is loopback, no proxy
 * is configured, and the request is local. /dev/mails and LIMITS=off require it.
 */
export const isTryingOut = (request: FastifyRequest, config: TryOutConfig): boolean =>
  canTryOut(config) && fromLoopback(request)

type TryOutConfig = Pick<Config, 'loopback' | 'trustedProxies'>
export const canTryOut = ({ loopback, trustedProxies }: TryOutConfig): boolean =>
  loopback && trustedProxies.length === 0
