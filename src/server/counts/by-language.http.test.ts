import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { peopleHref, peoplePaths, anybody } from '#contract/people/list.ts'
import { readOverview } from '#server/counts/read-overview.ts'
import { countBy } from '#server/people/stats.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { signIn } from '#test/signed-in.ts'

/** One visitor joins the English page and another the Dutch one, and only the second confirms. */
let app: TestApp
beforeAll(async () => {
  app = await startApp()
  for (const [prefix, email] of [
    ['', 'sanne@example.com'],
    ['/nl', 'lotte@example.com'],
  ]) {
    await fetch(`${app.url}/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', referer: `${app.url}${prefix}/` },
      body: JSON.stringify({ counts: [{ event: 'page_view', label: 'page', count: 1 }] }),
    })
    await fetch(`${app.url}${prefix}/join`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ email: email!, source: 'podcast' }),
    })
  }
  const [mail] = await app.mailsTo('lotte@example.com')
  await fetch(/http\S+\/confirm\/[\w-]+/.exec(mail!.text)![0], { method: 'POST' })
})
afterAll(() => app.close())

const overview = async (language?: string) => {
  const { db } = await app.store()
  const { timeZone } = campaign
  return readOverview(db, { range: 'today', timeZone, now: Date.now(), language })
}

test('[LANG-6] sources and funnel are those of one language, or of all', async () => {
  const of = async (language?: string) => {
    const { funnel, sources } = await overview(language)
    const { visits, joined, confirmed } = funnel
    return [visits, joined, confirmed, sources.total.joined]
  }
  expect(await of()).toEqual([2, 2, 1, 2])
  expect(await of('en')).toEqual([1, 1, 0, 1])
  expect(await of('nl')).toEqual([1, 1, 1, 1])
})

test('[LANG-6] the overview and the list of people can be seen by language', async () => {
  const anna = await signIn(app)
  const shown = await anna.html('/dashboard?range=today&language=nl')
  expect(shown).toContain('In Dutch alone.')
  const found = async (language: string) =>
    [
      ...(await anna.html(peopleHref(peoplePaths.list, { ...anybody, language }))).matchAll(
        /(\w+)@example\.com/g,
      ),
    ].map(([, name]) => name)
  expect(new Set(await found('nl'))).toEqual(new Set(['lotte']))
  expect(new Set(await found('en'))).toEqual(new Set(['sanne']))
})

test('[LANG-6] stats --by language counts sign-ups and confirmations', async () => {
  const { db } = await app.store()
  const { timeZone } = campaign
  const { rows } = await countBy(db, 'language', { timeZone, now: Date.now(), days: 1 })
  expect(rows.map(({ name, joined, confirmed }) => [name, joined, confirmed])).toEqual([
    ['en', 1, 0],
    ['nl', 1, 1],
  ])
})
