import { campaign } from '#campaign'
import { paths } from '#contract/api.ts'
import { dashboardPaths, navigation } from '#contract/dashboard/navigation.ts'
import { prefixOf, type Language } from '#contract/campaign/languages.ts'
import type { OperatorMail } from '#contract/mails/operator-mails.ts'
import type { Store } from '#server/db/store.ts'
import type { OperatorMailRenderers } from '#server/delivery/operator-mails.ts'
import type { Bundles } from '#server/http/bundles.ts'
import { renderLetterTest, rulesOf } from '#server/letters/check.ts'
import { createOnceToken, languageOfOnce } from '#server/signup/once-requests.ts'
import { knownLanguage } from '#server/signup/shown-consent.ts'
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
  const render = async (mail: OperatorMail, language?: Language) =>
    (await bundles.mails(language)).renderOperatorMail(mail)
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
      const language = await languageOfOnce(deps.store.db, requestId)
      const token = await createOnceToken(deps.store, requestId, deps.now())
      if (language === undefined || token === null) return null
      const url = `${deps.publicUrl}${paths.tellOnce}/${token}`
      return render({ template: 'once-confirm', url, email }, language)
    },
    once: async ({ email, data: { requestId } }) => {
      const language = await languageOfOnce(deps.store.db, requestId)
      if (language === undefined) return null
      const url = `${deps.publicUrl}${prefixOf({ ...campaign, language: knownLanguage(language) })}/`
      return render({ template: 'once', url, email }, language)
    },
    'letter-test': async ({ email, data: { letterId, language } }) =>
      renderLetterTest(
        deps.store.db,
        { letterId, language, email },
        await rulesOf({ mailBundle: bundles.mails, publicUrl: deps.publicUrl }),
      ),
  }
}
