import { safeSessionStorage, safeStorage } from '#page/browser/safe-storage.ts'
import { hasJoined } from '#page/signup/joined.ts'
import { count } from '#page/tracking/track.ts'
import { createOverlayCoordinator } from './overlay-coordinator.ts'

export const pageOverlays = createOverlayCoordinator({
  storage: safeStorage,
  sessionStorage: safeSessionStorage,
  hasJoined: () => hasJoined(safeStorage),
  count,
})
