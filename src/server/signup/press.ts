import type { FastifyRequest } from 'fastify'
import type { Secrets } from '#server/config/secret-list.ts'
import type { Press } from '#server/line/doubts.ts'

export type PressDeps = { secrets: Secrets; limitsFor: (request: FastifyRequest) => 'on' | 'off' }

/** LINE-3: a request that may confirm a person. `code`: of the link by which they came. */
export const pressOf = (
  { secrets, limitsFor }: PressDeps,
  request: FastifyRequest,
  code = '',
): Press => ({ code, address: limitsFor(request) === 'off' ? null : request.ip, secrets })
