import type { FastifyReply, FastifyRequest } from 'fastify'
import { formMetaHeader } from '#contract/api.ts'
import { decodeFormMeta } from '#contract/waitlist.ts'
import { firstOf } from '#server/http/anon-key.ts'
import { sendAnswer } from '#server/http/store-call.ts'
import type { GuardDeps } from './guard.ts'
import { handleSignUp, type HandleSignUpDeps, type SignUpAnswer } from './handle-sign-up.ts'
import { signUpBody } from './shapes.ts'

const errors: Record<Exclude<SignUpAnswer['status'], 200>, string> = {
  403: 'This call came from a page of another site. Send it from the waitlist page or from a server.',
  422: 'This address cannot receive mail. Check it and send it again.',
  429: 'Too many sign-ups from this network. Try again after the seconds in Retry-After.',
  503: 'The sign-up is not stored yet. Send it again after the seconds in Retry-After.',
}

/** CALL-1. The body is exactly {email, firstName}; the form's other fields are in one header. */
export const signUpByApi =
  (deps: HandleSignUpDeps) => async (request: FastifyRequest, reply: FastifyReply) => {
    const body = signUpBody.safeParse(request.body)
    if (!body.success)
      return reply
        .code(400)
        .send({ error: 'Send JSON with exactly two texts: {"email": "…", "firstName": "…"}.' })
    const meta = decodeFormMeta(firstOf(request.headers[formMetaHeader]))
    return sendAnswer(reply, await handleSignUp(request, body.data.email, meta, deps), errors)
  }

/** A fresh token for a form that a script has started. */
export const formToken =
  ({ tokens, now }: Pick<GuardDeps, 'tokens' | 'now'>) =>
  (_: FastifyRequest, reply: FastifyReply) =>
    reply.header('cache-control', 'no-store').send({ token: tokens.fresh(now()) })
