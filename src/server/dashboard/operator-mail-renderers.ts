import { paths } from '#contract/api.ts'
import { dashboardPaths, navigation } from '#contract/dashboard/navigation.ts'
import type { RenderOperatorMail } from '#contract/render.ts'
import type { Store } from '#server/db/store.ts'
import type { OperatorMailRenderers } from '#server/delivery/operator-mails.ts'
import type { Bundles } from '#server/http/bundles.ts'
import { renderLetterTest, rulesOf } from '#server/letters/check.ts'
import { createOnceToken, hasOnce } from '#server/signup/once-requests.ts'
import { createSignInToken } from './sign-in.ts'

/** The renderer of each template of `OperatorMailData`, called when its mail is sent. */
export function operatorMailRenderers({
  bundles,
  ...deps
}: {
  bundles: Bundles
  store: Store
  publicUrl: string
  now: () => number
}): OperatorMailRenderers {
  const render: RenderOperatorMail = async (mail) =>
    (await bundles.mails()).renderOperatorMail(mail)
  const overviewUrl = `${deps.publicUrl}${navigation.overview.path}`
  return {
    // DASH-1: the link is created as its mail is sent, so that no queued mail holds a token.
    'sign-in': async ({ email }) => {
      const token = await deps.store.transact((trx) => createSignInToken(trx, email, deps.now()))
      const url = `${deps.publicUrl}${dashboardPaths.signIn}/${token}`
      return render({ template: 'sign-in', url })
    },
    alert: ({ data }) => render({ template: 'alert', url: overviewUrl, ...data }),
    'once-confirm': async ({ email, data: { requestId } }) => {
      const token = await createOnceToken(deps.store, requestId, deps.now())
      const url = `${deps.publicUrl}${paths.tellOnce}/${token}`
      return token === null ? null : render({ template: 'once-confirm', url, email })
    },
    once: async ({ email, data: { requestId } }) =>
      (await hasOnce(deps.store.db, requestId))
        ? render({ template: 'once', url: `${deps.publicUrl}/`, email })
        : null,
    'letter-test': async ({ email, data: { letterId, language } }) =>
      renderLetterTest(
        deps.store.db,
        { letterId, language, email },
        await rulesOf({ mailBundle: bundles.mails, publicUrl: deps.publicUrl }),
      ),
  }
}
