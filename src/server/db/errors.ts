/**
 * The database is full, locked, unreachable or too slow. Routes answer 503. `cause` is the engine's
 * error.
 */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** The disk has no space for a write. */
export class StoreFull extends StoreUnavailable {}

/** Every retry met a conflict with another transaction. */
export class StoreConflict extends StoreUnavailable {}
