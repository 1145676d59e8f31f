import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { inLanguages } from '#campaign/in-languages.ts'
import { paths } from '#contract/api.ts'
import type { LiveMessage } from '#contract/live/message.ts'
import { escapeHtml } from '#contract/text.ts'
import { startApp, type TestApp } from '#test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(app.url + path, { redirect: 'manual', headers })
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}
const dutch = inLanguages['nl']!

describe('[LANG-1] a language beside the first is under its prefix', () => {
  test.each([
    ['/nl', '/nl/'],
    ['/nl?via=K7RM2XQ&utm_source=x', '/nl/?via=K7RM2XQ&utm_source=x'],
  ])('%s is answered 308 by %s', async (path, location) => {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([308, location])
  })

  test.each(['/', paths.privacy, paths.line, '/nowhere', '/quiz/result', '/tell-once?sent=1'])(
    '%s is English, and Dutch behind /nl',
    async (path) => {
      for (const [prefix, language] of [
        ['', 'en'],
        ['/nl', 'nl'],
      ] as const) {
        const answer = await fetch(app.url + prefix + path)
        expect(answer.headers.get('content-language')).toBe(language)
        expect(await answer.text()).toContain(`<html lang="${language}"`)
      }
    },
  )

  test('neither Accept-Language nor a cookie changes the language of a path', async () => {
    const asked = { 'accept-language': 'nl,en;q=0.5', cookie: 'lang=nl' }
    const answer = await get('/', asked)
    expect([answer.status, answer.headers.get('content-language')]).toEqual([200, 'en'])
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  })

  test.each([
    ['/', '/nl/', 'Nederlands'],
    ['/nl/', '/', 'English'],
    ['/privacy', '/nl/privacy', 'Nederlands'],
    ['/nl/line', '/line', 'English'],
    ['/?via=K7RM2XQ', '/nl/?via=K7RM2XQ', 'Nederlands'],
    ['/nl/?via=K7RM2XQ', '/?via=K7RM2XQ', 'English'],
    ['/nl/nowhere', '/', 'English'],
  ])('a plain link leads from %s to %s', async (path, other, name) => {
    const { html } = await get(path)
    expect(html).toMatch(
      new RegExp(`<a href="${RegExp.escape(other)}" lang="\\w+" hrefLang="\\w+">${name}</a>`),
    )
  })

  test('a link of a mail has no language in its path', async () => {
    const answer = await get('/nl/me/abc/leave')
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/me/abc/leave'])
  })

  test('a form without script stays in its language, stored or refused', async () => {
    const post = (email: string) =>
      fetch(`${app.url}/nl/join`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ email }),
      })
    const stored = await post('sanne@example.com')
    expect(stored.headers.get('location')).toMatch(/^\/nl\/join\?to=/)
    const welcome = await get(stored.headers.get('location')!)
    expect(welcome.html).toContain(escapeHtml(dutch.campaign.forms.welcomeTitle))
    const refused = await post('sanne')
    expect([refused.status, refused.headers.get('content-language')]).toEqual([422, 'nl'])
    expect(await refused.text()).toContain(escapeHtml(dutch.words.formMessages.invalid))
  })
})

describe('[LANG-3] what names the language of a page', () => {
  test.each([
    ['', 'en_US'],
    ['/nl', 'nl_NL'],
  ])('canonical, og:url and og:locale of %s/privacy', async (prefix, locale) => {
    const { html } = await get(`${prefix}/privacy`)
    expect(html).toContain(`<link rel="canonical" href="${app.url}${prefix}/privacy"/>`)
    expect(html).toContain(`<meta property="og:url" content="${app.url}${prefix}/privacy"/>`)
    expect(html).toContain(`<meta property="og:locale" content="${locale}"/>`)
  })

  test('a page allows the script of its own language, also where it is not sent again', async () => {
    for (const path of ['/', '/nl/']) {
      const page = await get(path, { 'accept-encoding': 'identity' })
      const script = /<script>(.*?)<\/script>/s.exec(page.html)![1]!
      const hash = createHash('sha256').update(script).digest('base64')
      const unchanged = await get(path, {
        'accept-encoding': 'identity',
        'if-none-match': page.headers.get('etag')!,
      })
      expect([page.status, unchanged.status]).toEqual([200, 304])
      for (const { headers } of [page, unchanged])
        expect(headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
    }
  })

  test('the card of a shared link has the words of the page', async () => {
    const cardOf = (html: string) => /og:image" content="([^"]+)"/.exec(html)![1]!
    const [english, dutchOne] = [(await get('/')).html, (await get('/nl/')).html].map(cardOf)
    expect(dutchOne).toBe(english!.replace(app.url, `${app.url}/nl`))
    const cards = await Promise.all(
      [english!, dutchOne!].map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())),
    )
    expect(cards[0]!.equals(cards[1]!)).toBe(false)
  })

  test('the sitemap names each page in each language, with links both ways and x-default', async () => {
    const { html, headers } = await get('/sitemap.xml')
    expect(headers.get('content-type')).toContain('application/xml')
    const urls = [...html.matchAll(/<url><loc>([^<]+)<\/loc>(.*?)<\/url>/g)]
    expect(urls.map(([, loc]) => loc!.slice(app.url.length))).toEqual([
      '/',
      '/nl/',
      '/privacy',
      '/nl/privacy',
      '/line',
      '/nl/line',
    ])
    for (const [, loc, links] of urls) {
      const alternates = new Map(
        [...links!.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, tag, href]) => [
          tag,
          href,
        ]),
      )
      expect([...alternates.keys()]).toEqual([...campaign.languages, 'x-default'])
      expect([...alternates.values()]).toContain(loc)
      expect(alternates.get('x-default')).toBe(alternates.get('en'))
    }
    expect((await get('/robots.txt')).html).toContain(`Sitemap: ${app.url}/sitemap.xml`)
  })

  test('/live says the same figures in both languages', async () => {
    const ask = async (path: string) =>
      JSON.parse((await get(path, { accept: 'application/json' })).html) as LiveMessage
    const [english, dutchOnes] = [await ask('/live'), await ask('/nl/live')]
    expect(dutchOnes.share).toBe(english.share)
    expect(Object.keys(dutchOnes)).toEqual(Object.keys(english))
    expect(dutchOnes.waiting).toBe(dutch.campaign.hero.unit.waitingNone)
  })
})
