import { debugBadge } from '#campaign/copy/interface.ts'

/**
 * TOP-4. It stands at the right end of the window's lower edge, or of the bar's upper one
 * (styles/recent.css).
 */
export const DebugBadge = () => (
  <aside className="debug-badge" aria-label={debugBadge.label}>
    {debugBadge.text}
  </aside>
)
