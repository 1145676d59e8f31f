import { debugBadge } from '#campaign/copy/interface.ts'

/** TOP-4. It stands in the right gutter, where no column lies under it. */
export const DebugBadge = () => (
  <aside className="debug-badge" aria-label={debugBadge.label}>
    {debugBadge.text}
  </aside>
)
