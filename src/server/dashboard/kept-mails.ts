import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  findKeptMail,
  headersIn,
  listKeptMails,
  pageNumber,
  sendMailBody,
  viewIn,
} from '#server/delivery/kept-mails.ts'
import { destinationKind } from '#server/delivery/transport.ts'
import type { LoaderDeps, Screens } from './loader.ts'
import type { SignedIn } from './sessions.ts'

/**
 * DASH-6: mails that are stored with their text, as no mail server is configured. Their links work,
 * so only operators see them, and only where no other machine is served.
 */
export async function loadKeptMails({ config, store }: LoaderDeps, request: FastifyRequest) {
  if (destinationKind(config) !== 'dev mails') return nothing
  const { page } = request.query as { page?: unknown }
  return { screen: 'mail-kept' as const, ...(await listKeptMails(store.db, pageNumber(page))) }
}

export async function loadKeptMail(deps: LoaderDeps, request: FastifyRequest) {
  const kept = await findShown(request, deps)
  if (!kept) return nothing
  return {
    screen: 'mail-kept-one' as const,
    mail: kept.mail,
    view: viewIn((request.query as { view?: unknown }).view),
    headers: headersIn(kept.rendered.raw),
    text: kept.rendered.text,
  }
}

const nothing = { screen: 'not-found' } as const

/** The mail's HTML for the frame of its screen, with a content policy of its own. */
export const keptMailBody =
  (deps: LoaderDeps & { screens: Screens }) =>
  async (request: FastifyRequest, reply: FastifyReply, who: SignedIn) => {
    const kept = await findShown(request, deps)
    if (!kept) return deps.screens.show(request, reply, who, nothing)
    const { scheme } = request.query as { scheme?: unknown }
    return sendMailBody(reply, kept.rendered.html, scheme, deps.publicUrl)
  }

const findShown = async (request: FastifyRequest, { config, store }: LoaderDeps) =>
  destinationKind(config) === 'dev mails'
    ? findKeptMail(store.db, (request.params as { id: string }).id)
    : null
