import { dashboardPaths } from '#contract/screens.ts'
import type { RenderedMail, RenderOperatorMail } from '#contract/render.ts'
import type { Store } from '#server/db/open.ts'
import { createSignInToken } from './sign-in-links.ts'

export type SignInMailDeps = {
  store: Store
  publicUrl: string
  render: RenderOperatorMail
  now: () => number
}

/** DASH-1. The link is created when the mail is sent: no queued mail holds a token. */
export async function renderSignInMail(
  { store, publicUrl, render, now }: SignInMailDeps,
  email: string,
): Promise<RenderedMail> {
  const token = await store.transact((trx) => createSignInToken(trx, email, now()))
  const url = `${publicUrl}${dashboardPaths.signIn}/${token}`
  return render({ template: 'sign-in', url })
}
