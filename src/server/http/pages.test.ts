import { expect, test } from 'vitest'
import { cacheControlOf } from './pages.ts'

test.each([
  '<b>sanne@fuel.example</b>',
  '<b>s•••@fuel.example</b>',
  '<input value="o&#x27;neil@fuel.example">',
  '<a href="mailto:help@fuel.example">Write to us</a>',
  '<p>info@müller.de and x@xn--mller-kva.de</p>',
])('a page with %s forbids proxies to change it', (html) =>
  expect(cacheControlOf(html)).toBe('no-store, no-transform'),
)

test.each([
  '<input placeholder="you@example.com" type="email">',
  '<div data-props="{&quot;placeholder&quot;:&quot;you@example.com&quot;}"></div>',
  '<style>a{b:c}@media(min-width:40.5rem){d{e:f}}</style>',
  '<script type="application/ld+json">{"@context":"https://schema.org"}</script>',
  '<p>at 3 @ once</p>',
])('a page with %s shows no address', (html) => expect(cacheControlOf(html)).toBe('no-store'))
