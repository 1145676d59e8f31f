/**
 * One sentence for the operator: the problem, where it is, and the remedy. The program prints it
 * and exits with 1.
 */
export class StartRefused extends Error {
  override name = 'StartRefused'
}

/** The disk has no space for the store. */
export class DiskFull extends StartRefused {
  constructor(dataDir: string, options?: ErrorOptions) {
    super(
      `The disk of the data folder ${dataDir} is full: make room, or name another folder in DATA_DIR.`,
      options,
    )
  }
}

/** An error of the operating system: no space on the device, or the quota is used up. */
export const isNoSpaceError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
