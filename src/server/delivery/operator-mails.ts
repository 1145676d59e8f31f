import type { RenderedMail } from '#contract/render.ts'
import {
  operatorMailKinds,
  type OperatorMailData,
  type OperatorMailTemplate,
} from '#server/outbox/operator-mails.ts'
import type { Db } from '#server/db/store.ts'
import { isSilencedAddress } from '#server/signup/once-requests.ts'
import type { ClaimedOperatorMail } from './leases.ts'
import { composeMail, type ComposedMail, type TokenCarriers } from './message.ts'

/** Renders each mail when it is sent: see `OperatorMailData`. Null if it is no longer wanted. */
export type OperatorMailRenderers = {
  [T in OperatorMailTemplate]: (mail: {
    email: string
    data: OperatorMailData[T]
  }) => Promise<RenderedMail | null>
}

type Deps = {
  operatorMails: OperatorMailRenderers
  store: { db: Db }
  mailFrom: string
  carriersOf: (mailId: string) => TokenCarriers
  now: () => number
}

/** Renders a mail whose recipient is not on the list, if it is still wanted and allowed. */
export async function prepareOperatorMail(
  { operatorMails, store, carriersOf, mailFrom, now }: Deps,
  mail: ClaimedOperatorMail,
): Promise<{ did: 'cancel'; reason: string } | { rendered: RenderedMail; composed: ComposedMail }> {
  const { urgent, toPeople } = operatorMailKinds[mail.template]
  const render = operatorMails[mail.template] as (of: object) => Promise<RenderedMail | null>
  const rendered = await render(mail)
  if (rendered === null || (!urgent && (await isSilencedAddress(store.db, mail.email, now()))))
    return { did: 'cancel', reason: 'it is no longer wanted' }
  const composed = composeMail(rendered, {
    to: mail.email,
    from: mailFrom,
    messageId: mail.messageId,
    atMs: now(),
    carriers: toPeople ? carriersOf(mail.id) : undefined,
    unsubscribeUrl: null,
  })
  return { rendered, composed }
}
