import type { Addition } from './project-copy.ts'
import { nameForm } from './section.ts'

const folder = 'src/page/overlays'

/** A popup and a bar. */
export const popup: Addition = {
  missingInTypes(copy) {
    copy.write(`${folder}/try-popup.tsx`, popupFile)
    copy.write(`${folder}/try-bar.tsx`, barFile)
  },
  missingInTests(copy) {
    const keys = 'src/contract/campaign/overlays.ts'
    copy.edit(keys, "'exit-intent-second'] as const", "'exit-intent-second', 'try-popup'] as const")
    nameForm(copy, 'try-popup', { en: 'the try', nl: 'de proef' })
    copy.edit(keys, "  'second-bar',", "  'second-bar',\n  'try-bar',")
  },
  finish(copy) {
    copy.edit(`${folder}/popup-list.ts`, '  exitIntent,', '  exitIntent,\n  tryPopup,')
    copy.edit(`${folder}/bar-list.ts`, '[stickyBar,', '[stickyBar, tryBar,')
    for (const [list, name, file] of [
      ['popup-list.ts', 'tryPopup', 'try-popup.tsx'],
      ['bar-list.ts', 'tryBar', 'try-bar.tsx'],
    ])
      copy.edit(
        `${folder}/${list}`,
        'import type',
        `import { ${name} } from './${file}'\nimport type`,
      )
  },
  trial: () => ['src/page/overlays/try.test.ts', trial],
  tests: [
    `${folder}/overlay-coordinator.test.ts`,
    'src/page/overlays/try.test.ts',
    'src/contract/events/events.test.ts',
  ],
}

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
const trial = `
import { expect, test } from 'vitest'
import { isCounted, maxEntries } from '#contract/events/events.ts'
import { placements } from '#contract/people/waitlist.ts'

test.each(['try-popup', 'try-bar'])('%s is counted when it is shown and closed, and its clicks are', (key) =>
  expect(['shown', 'closed', 'cta_click'].map((event) => isCounted(event, key))).toEqual([true, true, true]))
test('the form of the popup has a placement', () => expect(placements).toContain('try-popup'))
test('a batch has room for all counts', () => expect(maxEntries()).toBeGreaterThan(46))
`
