import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DebugBadge } from './landing-page.tsx'

test("[TOP-4] the badge reads 'Anti-Black-Space: ACTIVE', in a landmark of its own", () => {
  expect(renderToStaticMarkup(<DebugBadge />)).toMatch(
    /^<aside [^>]*aria-label="[^"]+">Anti-Black-Space: ACTIVE<\/aside>$/,
  )
})
