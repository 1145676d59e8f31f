import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Island } from '#page/islands/island.tsx'
import { Section, type Failures } from './section.tsx'
import { Toasts } from './toasts.island.tsx'

const Broken = (): never => {
  throw new Error('on purpose')
}

function page() {
  const failures: Failures = []
  const html = renderToStaticMarkup(
    <main>
      <Section name="hero" failures={failures}>
        <Broken />
      </Section>
      <Section name="video" failures={failures}>
        <p>Three minutes</p>
      </Section>
    </main>,
  )
  return { html, failures }
}

test('[FLOW-3] a section that fails shows its panel, and the rest of the page is as it was', () => {
  const { html } = page()
  expect(html).toContain('<h2>Something went wrong</h2><p>Section: hero</p>')
  expect(html).toContain('<p>Three minutes</p>')
})

test('[FLOW-3] Try Again is a GET form that leads to the section', () => {
  expect(page().html).toMatch(
    /<form action="\/#hero" method="get">.*<button class="btn" data-look="line" type="submit">Try Again<\/button><\/form>/,
  )
})

test('[FLOW-3] Try Again leads to another address each time, or a browser would only scroll', () => {
  const again = () => /name="again" value="([^"]+)"/.exec(page().html)?.[1]
  expect(again()).not.toBe(again())
})

test('[FLOW-3] the failure is handed on, to be logged', () => {
  expect(page().failures).toEqual([{ section: 'hero', error: new Error('on purpose') }])
})

test('[FLOW-2] a section that is in the HTML never shows its skeleton', () => {
  expect(page().html).not.toContain('skeleton')
})

test('[FLOW-3] an island over the page that fails renders nothing, and is handed on', () => {
  const failures: Failures = []
  const html = renderToStaticMarkup(
    <Island
      name="toasts"
      component={Broken as typeof Toasts}
      position="page"
      props={{}}
      failures={failures}
    />,
  )
  expect(html).toMatch(/^<div data-island="toasts"[^>]*><\/div>$/)
  expect(failures).toHaveLength(1)
})

test('[FLOW-3] an island of a section fails with its section', () => {
  const failures: Failures = []
  const broken = (
    <Island
      name="toasts"
      component={Broken as typeof Toasts}
      position="hero"
      section="hero"
      props={{}}
    />
  )
  expect(
    renderToStaticMarkup(
      <Section name="hero" failures={failures}>
        {broken}
      </Section>,
    ),
  ).toContain('Something went wrong')
})
