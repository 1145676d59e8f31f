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
import type { ScreenHandler } from './guard.ts'
import type { SignedIn } from './sessions.ts'
import type { DashboardDeps } from './dashboard-deps.ts'

type OneMail = { id: string }

/**
 * DASH-6: mails that are stored with their text, as no mail server is configured. Their links work,
 * so only operators see them, and only where no other machine is served.
 */
export const keptMailsScreen =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    if (destinationKind(deps.config) !== 'dev mails') return showNothing(request, reply, who, deps)
    const { page } = request.query as { page?: unknown }
    return deps.screens.show(request, reply, who, {
      screen: 'mail-kept',
      ...(await listKeptMails(deps.store.db, pageNumber(page))),
    })
  }

export const keptMailScreen =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const kept = await findShown(request, deps)
    if (!kept) return showNothing(request, reply, who, deps)
    return deps.screens.show(request, reply, who, {
      screen: 'mail-kept-one',
      mail: kept.mail,
      view: viewIn((request.query as { view?: unknown }).view),
      headers: headersIn(kept.rendered.raw),
      text: kept.rendered.text,
    })
  }

/** The mail's HTML for the frame of its screen, with a content policy of its own. */
export const keptMailBody =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const kept = await findShown(request, deps)
    if (!kept) return showNothing(request, reply, who, deps)
    const { scheme } = request.query as { scheme?: unknown }
    return sendMailBody(reply, kept.rendered.html, scheme, deps.publicUrl)
  }

const findShown = async (request: FastifyRequest, { config, store }: DashboardDeps) =>
  destinationKind(config) === 'dev mails'
    ? findKeptMail(store.db, (request.params as OneMail).id)
    : null

const showNothing = (
  request: FastifyRequest,
  reply: FastifyReply,
  who: SignedIn,
  { screens }: DashboardDeps,
) => screens.show(request, reply, who, { screen: 'not-found' })
