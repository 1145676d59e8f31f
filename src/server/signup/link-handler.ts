import type { FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '#contract/api.ts'
import { acceptsConfirmations } from '#contract/launch.ts'
import { maskAddress } from '#contract/mask-address.ts'
import type { PageVisit } from '#contract/render.ts'
import { unicodeEmail } from '#contract/unicode-host.ts'
import { seeOther } from '#server/http/answers.ts'
import type { FormTokens } from '#server/http/forms.ts'
import type { Pages } from '#server/http/pages.ts'
import type { Store } from '#server/db/store.ts'
import type { LaunchCache } from '#server/launch/launch-cache.ts'
import { findLink, type LinkPurpose } from './link-tokens.ts'
import { stateOf } from './membership.ts'
import type { PressDeps } from './guard.ts'

export type LinkDeps = PressDeps & {
  store: Store
  pages: Pages
  launch: Pick<LaunchCache, 'periods'>
  tokens: Pick<FormTokens, 'page'>
  publicUrl: string
  now: () => number
  /** the time by which links end and launches begin (clock/clock.ts) */
  calendar: () => number
}

/**
 * `action` is the link's path, to which its page posts. `letterId`: the letter that it is in.
 * `via`: the code of a friend's link, in a confirm mail.
 */
export type Link = { personId: string; letterId: string | null; via: string; action: string }

/**
 * A page, a JSON file to download, a path to go on to, or null if the person does not exist any
 * more.
 */
export type LinkAnswer = PageVisit | { file: string; name: string } | { goTo: string } | null

/**
 * Handles a link from a mail: finds the token's person and sends what `answerTo` returns, with the
 * headers that it sets. Every token that does not fit gets the same 404 page.
 */
export function linkHandler(
  purpose: LinkPurpose,
  deps: LinkDeps,
  answerTo: (link: Link, reply: FastifyReply) => Promise<LinkAnswer>,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { token } = request.params as { token: string }
    const at = Math.min(deps.now(), deps.calendar())
    const found = await findLink(deps.store.db, purpose, token, at)
    const action = paths[purpose] + token
    const answer = found && (await answerTo({ ...found, action }, reply))
    return answer
      ? send(answer, found.email, request, reply)
      : deps.pages.show(request, reply, { page: 'link-unknown' })
  }

  function send(
    answer: NonNullable<LinkAnswer>,
    email: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    if ('page' in answer)
      return deps.pages.show(request, reply, withAddress(answer, email), { always: true })
    if ('goTo' in answer) return seeOther(reply, answer.goTo)
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="${answer.name}"`,
      })
      .type('application/json; charset=utf-8')
      .send(answer.file)
  }
}

/** With the address for which the link acts: a reader may have two, or a forwarded mail. */
export const withAddress = <Visit extends PageVisit>(visit: Visit, email: string) => ({
  ...visit,
  address: maskAddress(unicodeEmail(email)),
})

/**
 * END-2: the page of the state, 7 days after a close or launch, for somebody who would come onto
 * the list by the link; null for everybody else.
 */
export async function refusedByLaunch(
  { store, launch, tokens, now, calendar }: LinkDeps,
  { personId }: Link,
): Promise<PageVisit | null> {
  if (acceptsConfirmations(launch.periods(), calendar())) return null
  const state = await stateOf(store.db, personId)
  return state === undefined || state === 'confirmed'
    ? null
    : { page: 'ended', pageToken: tokens.page(now()), refused: true }
}
