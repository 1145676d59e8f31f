import { expect, test } from 'vitest'
import { copyProject } from './project-copy.ts'

const popupFile = `
import { OfferPopup, type OfferCopy } from './offer-popup.tsx'
import { popup } from './overlay.ts'

export const tryPopup = popup<OfferCopy>({
  key: 'try-popup',
  slot: 'popup',
  openedBy: 'page',
  dismissal: 'permanent',
  copyOf: () => ({ title: 'Try it', terms: [['Free']], cta: 'Try' }),
  watch: (request) => {
    addEventListener('hashchange', request)
    return () => removeEventListener('hashchange', request)
  },
  View: (props) => <OfferPopup section="try-popup" {...props} />,
})
`

const barFile = `
import type { Bar } from './overlay.ts'

export const tryBar: Bar = {
  key: 'try-bar',
  slot: 'bar',
  openedBy: 'page',
  dismissal: 'visit',
  watch: ({ request }) => {
    request(tryBar)
    return () => {}
  },
  View: ({ onClose }) => (
    <aside className="dock">
      Try the bar
      <button className="close" type="button" aria-label="Close" onClick={onClose} />
    </aside>
  ),
}
`

/** Runs in the copy: what follows from the two declarations. */
const check = `
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { isCounted, maxEntries } from '#contract/events.ts'
import { placements } from '#contract/waitlist.ts'
import { gallery } from './gallery.tsx'

test.each(['try-popup', 'try-bar'])('%s is counted when it is shown and closed, and its clicks are', (key) =>
  expect(['shown', 'closed', 'cta_click'].map((event) => isCounted(event, key))).toEqual([true, true, true]))
test('the form of the popup has a placement', () => expect(placements).toContain('try-popup'))
test('a batch has room for all counts', () => expect(maxEntries()).toBeGreaterThan(46))
test.each(['try-popup', 'try-popup-invalid', 'try-popup-success', 'try-bar', 'together-try-popup', 'together-try-bar'])(
  '%s is on the states sheet', (id) => {
    const state = gallery.flatMap(({ states }) => states).find((state) => state.id === id)
    expect(renderToStaticMarkup(<>{state?.node}</>)).toMatch(/Try/)
  })
`

test('a popup and a bar are each a key of the contract, a file and a line of a list; everything else follows', () => {
  using copy = copyProject()
  const folder = 'src/page/overlays'
  copy.write(`${folder}/try-popup.tsx`, popupFile)
  copy.write(`${folder}/try-bar.tsx`, barFile)
  copy.write('src/page/states/try.test.tsx', check)
  const types = () => copy.run('tsc', '-p', 'tsconfig.page.json')
  expect(types().output).toContain(`Type '"try-popup"' is not assignable`)

  const keys = 'src/contract/overlays.ts'
  copy.edit(keys, "'exit-intent-second'] as const", "'exit-intent-second', 'try-popup'] as const")
  copy.edit(keys, "  'second-bar',", "  'second-bar',\n  'try-bar',")
  const tests = (...files: string[]) =>
    copy.run('vitest', 'run', '--project', 'rules and store', ...files)
  const coordinatorTest = `${folder}/overlay-coordinator.test.ts`
  expect(tests(coordinatorTest).output).toContain(
    'each overlay key of the contract has one declaration',
  )

  copy.edit(`${folder}/popup-list.ts`, '  exitIntent,', '  exitIntent,\n  tryPopup,')
  copy.edit(
    `${folder}/popup-list.ts`,
    'import type',
    "import { tryPopup } from './try-popup.tsx'\nimport type",
  )
  copy.edit(`${folder}/bar-list.ts`, '[stickyBar,', '[stickyBar, tryBar,')
  copy.edit(
    `${folder}/bar-list.ts`,
    'import type',
    "import { tryBar } from './try-bar.tsx'\nimport type",
  )
  expect(types()).toEqual({ status: 0, output: '' })
  const passed = tests(
    coordinatorTest,
    'src/page/states/try.test.tsx',
    'src/contract/events.test.ts',
  )
  expect([passed.status, passed.output]).toEqual([0, expect.stringContaining('passed')])
})
