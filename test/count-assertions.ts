import { afterEach, expect } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    assertions?: number
  }
}

/** Into the report of the run, where the check of docs/requirements.md reads it. */
afterEach(({ task }) => {
  task.meta.assertions = expect.getState().assertionCalls
})
