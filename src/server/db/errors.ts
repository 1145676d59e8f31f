/** The database cannot do it now: full, locked, unreachable or too slow. Answered as 503; the engine's error is the cause. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** It has no room for what was to be written. */
export class StoreFull extends StoreUnavailable {}

/** Others were at the same rows each time that it was tried. */
export class StoreConflict extends StoreUnavailable {}
