/** The database cannot do it now: full, locked, unreachable or too slow. Answered as 503; the engine's error is the cause. */
export class StoreAway extends Error {
  override name = 'StoreAway'
}

/** It has no room for what was to be written. */
export class StoreFull extends StoreAway {}

/** Others were at the same rows each time that it was tried. */
export class StoreCollides extends StoreAway {}

/** One sentence for the operator: what is wrong, where, and what to do. The program prints it and exits with 1. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}

/** The disk has no room for the store. */
export class DiskFull extends StartRefused {
  constructor(dataDir: string, options?: ErrorOptions) {
    super(
      `The disk of the data folder ${dataDir} is full: make room, or name another folder in DATA_DIR.`,
      options,
    )
  }
}
