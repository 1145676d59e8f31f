import { safeSessionStorage, safeStorage } from '#page/browser/safe-storage.ts'
import { hasJoined } from '#page/signup/joined.ts'
import { count } from '#page/tracking/track.ts'
import { createOverlayCoordinator } from './overlay-coordinator.ts'

/** The coordinator of this page's overlays. */
export const pageOverlays = createOverlayCoordinator({
  storage: safeStorage,
  sessionStorage: safeSessionStorage,
  hasJoined: () => hasJoined(safeStorage),
  count,
})
