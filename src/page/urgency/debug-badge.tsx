import { debugBadge } from '#campaign/copy/interface.ts'

/** TOP-4. It stands on the window's lower edge; what else is fixed there stands above it (styles/recent.css). */
export const DebugBadge = () => (
  <aside className="debug-badge" aria-label={debugBadge.label}>
    {debugBadge.text}
  </aside>
)
