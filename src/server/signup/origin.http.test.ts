import { afterAll, describe, expect, test } from 'vitest'
import { startApp } from '#test/app.ts'
import { engines } from '#test/fresh-store.ts'
import { saveByCall, saveByForm } from '#test/quiz-taker.ts'
import { joinByCall, joinByForm, linkIn } from '#test/visitor.ts'

const origin = {
  source: 'pod cast',
  medium: 'e-mail & more',
  campaign: 'Frühling 2027',
  referrer: 'news.example',
}
const nothing = { source: '', utmMedium: '', utmCampaign: '', referrerHost: '' }
const kept = {
  source: origin.source,
  utmMedium: origin.medium,
  utmCampaign: origin.campaign,
  referrerHost: origin.referrer,
}
const senders = {
  'the call': joinByCall,
  'the plain form': joinByForm,
  'the quiz by call': saveByCall,
  'the quiz by form': saveByForm,
}

describe.each(engines)('the origin of a sign-up on %s', async (engine) => {
  const app = await startApp({ engine })
  afterAll(() => app.close())
  const { db } = await app.store()
  const person = (email: string) =>
    db
      .selectFrom('people')
      .select(['source', 'utmMedium', 'utmCampaign', 'referrerHost'])
      .where('email', '=', email)
      .executeTakeFirst()
  const counts = async () =>
    (
      await db
        .selectFrom('hourly_counts')
        .select(['source', 'placement'])
        .select((row) => row.fn.sum<number>('count').as('count'))
        .where('what', '=', 'joined')
        .where('source', '<>', '')
        .groupBy(['source', 'placement'])
        .execute()
    )
      .map(({ source, placement, count }) => [source, placement, count].join('|'))
      .sort()

  test.each(Object.entries(senders))(
    '[DASH-9] by %s is stored with the person',
    async (name, send) => {
      const email = `${name.replaceAll(' ', '.')}@example.com`
      expect((await send(app.url, email, origin)).status).toBeLessThan(400)
      expect(await person(email)).toEqual(kept)
    },
  )

  test.each(
    ['sec-gpc', 'dnt'].flatMap((header) =>
      Object.entries(senders).map(([name, send]) => [header, name, send] as const),
    ),
  )(
    '[DASH-9] of a visitor who sends %s: 1 by %s is neither stored nor counted',
    async (header, name, send) => {
      const before = await counts()
      const email = `${header}.${name.replaceAll(' ', '.')}@example.com`
      await send(app.url, email, { ...origin, headers: { [header]: '1' } })
      expect(await person(email)).toEqual(nothing)
      const added = (await counts()).filter((line) => !before.includes(line))
      expect(added).toEqual([expect.stringMatching(/^direct\|(?:hero|quiz)\|\d+$/)])
    },
  )

  test("[DASH-9] is on the person's data page and in its download", async () => {
    await joinByCall(app.url, 'shown@example.com', origin)
    const mail = (await app.mailbox(13)).find(({ to }) => to === 'shown@example.com')!
    const link = linkIn(mail.text, 'me')
    const html = await (await fetch(link)).text()
    for (const words of [
      'the source pod cast',
      'the medium e-mail &amp; more',
      'the campaign Frühling 2027',
      'You came from news.example.',
    ])
      expect(html).toContain(words)
    expect(await (await fetch(`${link}/data.json`)).json()).toMatchObject(origin)
  })
})
