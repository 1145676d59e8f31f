import { paths, stopNewsAct } from '#contract/api.ts'
import { letterPath } from '#contract/letters/screens.ts'
import { meResult } from '#contract/people/personal-data.ts'
import { firstQuestionPath } from '#contract/quiz/pages.ts'
import { campaign } from '#campaign'
import { dashboardPaths, navigation } from '#contract/dashboard/navigation.ts'
import { createSignInToken } from '#server/dashboard/sign-in.ts'
import { codeOfSpot } from '#server/line/spots.ts'
import { inviteWave } from '#server/line/waves.ts'
import { createOnceToken, requestOnce } from '#server/signup/once-requests.ts'
import type { LinkPurpose } from '#server/signup/links.ts'
import type { TestApp } from './app.ts'
import { drawLink } from './draw-link.ts'
import { testSecret } from './fresh-store.ts'
import { confirmed } from './in-line.ts'
import { saveByCall, savedId } from './quiz-taker.ts'
import { joinByCall } from './visitor.ts'

/** The path of a link; `secret` is the token or code in it, or empty. */
export type MailedLink = { before: string; secret: string; after: string }
export const pathOf = ({ before, secret, after }: MailedLink) => before + secret + after

/** The path of a link in a mail, with `…` for what differs from mail to mail. */
export function kindOf(url: string): string {
  const { pathname, search } = new URL(url)
  return (
    pathname
      .replace(/^(\/(?:confirm|unsubscribe|me|spot|tell-once|dashboard\/sign-in)\/)[^/]+/, '$1…')
      .replace(/^(.*\/(?:result|letters)\/)[^/]+$/, '$1…') + search.replaceAll(/=[^&]+/g, '=…')
  )
}

/** The screens of the dashboard that a mail to operators may lead to. */
export const screensOfAlerts = [
  ...Object.values(navigation).map(({ path }) => path),
  letterPath('0190b2c4-5d6e-7f80-9a1b-2c3d4e5f6071'),
]

/**
 * A working link of every kind that a mail has, by its kind: to Sanne, who has not confirmed, to
 * Mila, who has, to Cleo, who asked for one mail, and to the operator Anna. The app has `testSecret`.
 */
export async function linksOfEveryKind(
  app: TestApp,
  now: number,
): Promise<Map<string, MailedLink>> {
  const { store } = app.server()
  const { db } = store
  const [mila] = await confirmed(store, ['mila'], now)
  const link = (purpose: LinkPurpose) => drawLink(db, purpose, mila!, now)
  const result = await savedId(await saveByCall(app.url, 'mila@example.com', { type: 'stress' }))
  const own = await db
    .selectFrom('line')
    .select('code')
    .where('personId', '=', mila!)
    .executeTakeFirstOrThrow()
  const links: [before: string, secret: string, after?: string][] = [
    [paths.confirm, await confirmToken(app, 'sanne@example.com', now)],
    [paths.unsubscribe, await link('unsubscribe')],
    [paths.unsubscribe, await link('unsubscribe'), `/${stopNewsAct}`],
    [paths.me, await link('me')],
    [paths.me, await link('me'), `/${meResult}/${result}`],
    [paths.spot, await spotCode(app, mila!, now)],
    [`${paths.tellOnce}/`, await onceToken(app, 'cleo@example.com', now)],
    [`${dashboardPaths.signIn}/`, await createSignInToken(db, 'anna@example.com', now)],
    ['/?via=', own.code],
    ...['/', firstQuestionPath, ...screensOfAlerts].map((path): [string, string] => [path, '']),
  ]
  return new Map(
    links.map(([before, secret, after = '']) => {
      const one = { before, secret, after }
      return [kindOf(new URL(pathOf(one), app.url).href), one]
    }),
  )
}

/** The token in the confirm mail of somebody who has just signed up. */
export async function confirmToken(app: TestApp, email: string, now: number): Promise<string> {
  await joinByCall(app.url, email)
  const { db } = app.server().store
  const { id } = await db
    .selectFrom('people')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return drawLink(db, 'confirm', id, now)
}

/** The token in the mail to somebody who asked for one mail (END-3). */
export async function onceToken(app: TestApp, email: string, now: number): Promise<string> {
  const { store } = app.server()
  const { consent } = campaign.ends.closed.once
  await store.transact(async (trx) => {
    await requestOnce(trx, { email, consent, network: '', language: 'en' }, now)
    // Its mail would make another link, and end this one.
    await trx
      .deleteFrom('outbox')
      .where('personId', 'is', null)
      .where('email', '=', email)
      .execute()
  })
  const { id } = await store.db
    .selectFrom('once_requests')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return (await createOnceToken(store, id, now))!
}

/** The code of a person's spot, in a wave that invites everybody who is in the line. */
export async function spotCode(app: TestApp, personId: string, now: number): Promise<string> {
  const { store } = app.server()
  const wave = { spots: 100, until: now + 5 * 24 * 3_600_000, quizType: null, by: 'shell' }
  await store.transact((trx) => inviteWave(trx, wave, testSecret, now))
  const spot = await store.db
    .selectFrom('wave_spots')
    .select(['id', 'codeHash'])
    .where('personId', '=', personId)
    .executeTakeFirstOrThrow()
  return codeOfSpot([testSecret], spot)!
}
