import { afterAll, afterEach, expect } from 'vitest'
import { cleanUpAfterFile } from './after-file.ts'

declare module 'vitest' {
  interface TaskMeta {
    assertions?: number
  }
}

/** Into the report of the run, where the check of docs/requirements.md reads it. */
afterEach(({ task }) => {
  task.meta.assertions = expect.getState().assertionCalls
})

afterAll(cleanUpAfterFile)
