import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { paths } from '#contract/api.ts'
import { proofField } from '#contract/quiz-pages.ts'
import type { Db } from '#server/db/open.ts'
import type { DeviceCookie } from '#server/line/device-cookie.ts'
import { personOfLink } from '#server/signup/link-tokens.ts'

/**
 * QUIZ-9: the ids of the people who send a request, as far as it proves that: the person whom the
 * device remembers (LINE-9), and the one of a link from a mail, whose token is `proof`.
 */
export async function provenPeople(
  request: FastifyRequest,
  proof: string,
  { db, device, now }: { db: Db; device: Pick<DeviceCookie, 'personOf'>; now: number },
): Promise<string[]> {
  const linked = token.test(proof) ? await personOfLink(db, proof, now) : null
  return [device.personOf(request), linked].filter((id) => id !== null)
}

const token = /^[\w-]{43}$/

/** The proof in the fields of a page of the quiz, or of the own page from which it was opened. */
export function proofIn(
  fields: Readonly<Record<string, unknown>>,
  headers: IncomingHttpHeaders,
  publicUrl: string,
): string {
  const sent = fields[proofField]
  if (typeof sent === 'string' && token.test(sent)) return sent
  return proofInReferer(headers, publicUrl)
}

/** A person's own pages are at the paths of their links: the confirm page and `/me/…`. */
function proofInReferer({ referer = '', host }: IncomingHttpHeaders, publicUrl: string): string {
  if (!URL.canParse(referer)) return ''
  const page = new URL(referer)
  if (page.host !== host && page.host !== new URL(publicUrl).host) return ''
  const path = [paths.me, paths.confirm].find((start) => page.pathname.startsWith(start))
  const [given = ''] = path ? page.pathname.slice(path.length).split('/') : []
  return token.test(given) ? given : ''
}
