import type { FastifyRequest } from 'fastify'
import { formTokenField, type SentForm } from '#contract/screens.ts'
import { refuseAsPage, type Refuse } from '#server/http/answers.ts'
import type { Pages } from '#server/http/pages.ts'
import { senderOf } from '#server/signup/guard.ts'
import { maskedFormToken } from './form-token.ts'
import type { SessionDeps } from './guard.ts'
import { fieldsOf } from './form-token.ts'

type Deps = Pick<SessionDeps, 'screens' | 'cookie' | 'publicUrl'> & { pages: Pages }

/**
 * DASH-2: each screen says that the store is away. The session's cookie stays, and a form stays
 * with what was typed. What else is refused is answered as on every other page.
 */
export const refuseAsScreen = (deps: Deps): Refuse => {
  const asPage = refuseAsPage(deps.pages)
  return (refusal, request, reply) => {
    if (refusal.status !== 503) return asPage(refusal, request, reply)
    const form = formIn(request, deps)
    return deps.screens.showOutside(request, reply, {
      screen: 'dashboard-away',
      path: request.url,
      ...(form && { form }),
    })
  }
}

/**
 * The form that one of our own pages sent, with a fresh token of the session. Null where its body
 * was not read, as that of an upload.
 */
function formIn(request: FastifyRequest, { cookie, publicUrl }: Deps): SentForm | null {
  const { method, headers, body } = request
  const isRead = body !== undefined || Number(headers['content-length'] ?? 0) === 0
  if (method !== 'POST' || !isRead || senderOf(headers, publicUrl) !== 'our-page') return null
  const session = cookie.read(request)
  return session === null
    ? fieldsOf(body)
    : [...fieldsOf(body), [formTokenField, maskedFormToken(session)]]
}
