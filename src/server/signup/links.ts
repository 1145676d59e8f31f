import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { promisedMs } from '#contract/promises/promises.ts'
import { paths } from '#contract/api.ts'
import type { Language } from '#contract/campaign/languages.ts'
import { acceptsConfirmations } from '#contract/launch/launch.ts'
import { maskAddress } from '#contract/address/mask-address.ts'
import type { PageVisit } from '#contract/render.ts'
import { unicodeEmail } from '#contract/address/unicode-host.ts'
import { hashOfToken, newToken } from '#server/db/new-id.ts'
import type { Schema } from '#server/db/schema.ts'
import { seeOther } from '#server/http/answers.ts'
import type { FormTokens } from '#server/http/forms.ts'
import { languageOf } from '#server/http/language.ts'
import type { Pages } from '#server/http/pages.ts'
import type { Db, Store } from '#server/db/store.ts'
import type { LaunchCache } from '#server/launch/launch-cache.ts'
import { stateOf } from './membership.ts'
import type { PressDeps } from './guard.ts'
import { knownLanguage } from './shown-consent.ts'

export type LinkPurpose = Schema['link_tokens']['purpose']
/**
 * `letterId`: the letter whose mail has the link; null for other mails. `via`: the code of the link
 * by which the reader of a confirm mail came. `keptMs`: how long the link works; left out, as long as
 * its purpose says.
 */
type NewLink = {
  purpose: LinkPurpose
  personId: string
  letterId?: string | null
  via?: string | undefined
  keptMs?: number
}

/**
 * Creates a token of 256 random bits for each link and stores its hash, purpose and person. The
 * clear tokens exist only in the result, in the order of `links`. Earlier links stay valid.
 */
export async function createLinkTokens(
  db: Db,
  links: readonly NewLink[],
  now: number,
): Promise<string[]> {
  if (links.length === 0) return []
  const tokens = links.map(() => newToken())
  await db
    .insertInto('link_tokens')
    .values(
      links.map((link, index) => ({
        hash: hashOfToken(tokens[index]!),
        purpose: link.purpose,
        personId: link.personId,
        createdAt: now,
        expiresAt: endOf(link, now),
        letterId: link.letterId ?? null,
        via: link.via ?? '',
      })),
    )
    .execute()
  return tokens
}

function endOf({ purpose, keptMs }: NewLink, now: number): number | null {
  const lasts = keptMs ?? (purpose === 'confirm' ? promisedMs('unconfirmed') : null)
  return lasts === null ? null : now + lasts
}

type FoundLink = Omit<Link, 'action'> & { email: string }

/**
 * The person of a link, with their address and language. Null if the token is unknown, has another purpose than
 * `purpose` (null: any) or has expired. Its token came to their mailbox.
 */
export async function findLink(
  db: Db,
  purpose: LinkPurpose | null,
  token: string,
  now: number,
): Promise<FoundLink | null> {
  const link = await db
    .selectFrom('link_tokens')
    .innerJoin('people', 'people.id', 'personId')
    .select(['personId', 'email', 'language', 'expiresAt', 'letterId', 'via'])
    .where('hash', '=', hashOfToken(token))
    .$if(purpose !== null, (links) => links.where('purpose', '=', purpose!))
    .executeTakeFirst()
  if (!link || (link.expiresAt !== null && link.expiresAt <= now)) return null
  const { expiresAt: _, language, ...found } = link
  return { ...found, language: knownLanguage(language) }
}

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
 * `action` is the link's path, to which its page posts. `language`: of its pages, that of the person.
 * `letterId`: the letter that it is in.
 * `via`: the code of a friend's link, in a confirm mail.
 */
export type Link = {
  personId: string
  language: Language
  letterId: string | null
  via: string
  action: string
}

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
    const { token } = ofToken.parse(request.params)
    const at = Math.min(deps.now(), deps.calendar())
    const found = await findLink(deps.store.db, purpose, token, at)
    const action = paths[purpose] + token
    const answer = found && (await answerTo({ ...found, action }, reply))
    const language = found?.language ?? languageOf(request)
    return answer
      ? send(answer, found, request, reply)
      : deps.pages.show(request, reply, { page: 'link-unknown' }, { language })
  }

  function send(
    answer: NonNullable<LinkAnswer>,
    { email, language }: FoundLink,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    if ('page' in answer)
      return deps.pages.show(request, reply, withAddress(answer, email), {
        always: true,
        language,
      })
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

/** The parameter of a path that ends in a token. */
export const ofToken = z.object({ token: z.string() })

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
