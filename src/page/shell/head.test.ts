import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { campaign, theme } from '#campaign'
import type { PageVisit } from '#contract/render.ts'
import { renderCampaign } from './entry-server.tsx'
import { renderHead } from './head.tsx'

const headOf = (visit: PageVisit, changed = campaign) =>
  renderCampaign(changed, visit, {
    publicUrl: 'https://fuel.example',
    anonKey: 'anon',
    optIn: 'double',
  })
const landing: PageVisit = { page: 'landing', pageToken: '' }
const {
  brand,
  head: { title, description },
  hero,
} = campaign

describe('the head of the landing page', () => {
  const shown = headOf(landing)
  test("has the campaign's title", () => expect(shown.title).toBe(title))
  test.each([
    `<meta name="description" content="${description}"/>`,
    '<link rel="canonical" href="https://fuel.example/"/>',
    `<meta property="og:site_name" content="${brand}"/>`,
    `<meta property="og:title" content="${title}"/>`,
    `<meta property="og:description" content="${description}"/>`,
    '<meta property="og:url" content="https://fuel.example/"/>',
    '<meta property="og:image" content="https://fuel.example/card.png"/>',
    '<meta property="og:image:width" content="1200"/>',
    '<meta property="og:image:height" content="630"/>',
    `<meta property="og:image:alt" content="${hero.headline}"/>`,
    '<meta name="twitter:card" content="summary_large_image"/>',
    `<meta name="theme-color" content="${theme[theme.scheme].ground}"/>`,
  ])('has %s', (element) => expect(shown.head).toContain(element))
  test('names the site for search engines, and claims nothing', () => {
    const [, json = ''] =
      /<script type="application\/ld\+json">(.*?)<\/script>/.exec(shown.head) ?? []
    expect(JSON.parse(json)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: brand,
      url: 'https://fuel.example/',
    })
  })
  test("a brand's name cannot end the script", () => {
    expect(
      headOf(landing, { ...campaign, brand: '</script><script>alert(1)' }).head.match(/<script/g),
    ).toHaveLength(1)
  })
})

test('the privacy page has its own canonical address, title and description', () => {
  const { head } = headOf({ page: 'privacy' })
  expect(head).toContain('<link rel="canonical" href="https://fuel.example/privacy"/>')
  expect(head).toContain(`<meta name="description" content="${campaign.privacy.intro}"/>`)
  expect(head).toContain(
    `<meta property="og:title" content="${campaign.privacy.title} – ${brand}"/>`,
  )
  expect(head).not.toContain('<script')
})

test.each<PageVisit>([{ page: 'not-found' }, { page: 'confirm', view: 'ask', action: '/' }])(
  '%j is no page to be found or shared',
  (visit) => {
    const { head } = headOf(visit)
    expect(head).toContain('<meta name="robots" content="noindex"/>')
    expect(head).not.toMatch(/og:|canonical|ld\+json/)
  },
)

test.each([
  ['icon', '/favicon.svg', 'mark.svg'],
  ['apple-touch-icon', '/apple-touch-icon.png', 'public/apple-touch-icon.png'],
])('the shell links its %s, which is there', (rel, href, file) => {
  expect(readFileSync('index.html', 'utf8')).toContain(`<link rel="${rel}" href="${href}"`)
  expect(existsSync(`campaigns/fuel/${file}`)).toBe(true)
})

test('[BRAND-4] where no card is drawn, the page names no picture', () => {
  const head = (card: '' | null) =>
    renderHead({
      campaign,
      page: 'landing',
      anonKey: 'anon',
      listed: { title, description, path: '/', publicUrl: 'https://fuel.example' },
      card,
    })
  expect(head('')).toContain('og:image')
  expect(head(null)).not.toMatch(/og:image|twitter:card/)
  expect(head(null)).toContain('og:title')
})
