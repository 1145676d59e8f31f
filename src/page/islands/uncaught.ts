import { unexpected, prefix } from '#campaign'

/** ROUTE-3 in the browser: replaces the page after an error that no error boundary caught. */
export function showUncaught(page: Document, error: unknown) {
  console.error(error)
  const title = Object.assign(page.createElement('h1'), { textContent: unexpected.title })
  const text = Object.assign(page.createElement('p'), { textContent: unexpected.text })
  const home = Object.assign(page.createElement('a'), {
    textContent: unexpected.home,
    href: prefix + '/',
  })
  const main = Object.assign(page.createElement('main'), { className: 'wrap standalone' })
  main.append(title, text, home)
  page.body.replaceChildren(main)
}
