type CleanUp = () => unknown

const cleanUps: CleanUp[] = []

/**
 * Runs `cleanUp` after the running test file. A worker imports a module of test support once for
 * all of its files, so an `afterAll` in such a module would run after the first file only.
 */
export function afterFile(cleanUp: CleanUp): void {
  cleanUps.push(cleanUp)
}

/** The last registered first. A clean-up that fails does not keep the others from running. */
export async function cleanUpAfterFile(): Promise<void> {
  const errors: unknown[] = []
  for (const cleanUp of cleanUps.splice(0).reverse())
    await Promise.resolve()
      .then(cleanUp)
      .catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, 'A clean-up after the file failed')
}
