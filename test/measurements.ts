import { TestRunner } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    measurements?: string[]
  }
}

/**
 * Adds a line to the measurements of the running test, which the scripts that run the tests print.
 * In a hook there is no running test: the line then goes to the log.
 */
export function recordMeasurement(line: string): void {
  const test = TestRunner.getCurrentTest()
  if (test) (test.meta.measurements ??= []).push(line)
  else console.log(line)
}
