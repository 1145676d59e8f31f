import { expect, test } from 'vitest'
import { openProgress } from './import-command.ts'

function longWork(size: number) {
  let [now, bytesRead] = [0, 0]
  const lines: string[] = []
  const progress = openProgress({
    note: (line) => void lines.push(line),
    size,
    bytesRead: () => bytesRead,
    clock: () => now,
  })
  return {
    lines,
    step(ms: number, rows: number, bytes: number) {
      now += ms
      bytesRead = bytes
      progress(rows)
    },
  }
}

test('reports rows, share of the file and remaining time every two seconds', () => {
  const { lines, step } = longWork(1_000)
  for (const [ms, rows, bytes] of [
    [1_999, 90, 90],
    [1, 100, 100],
    [1_000, 300, 300],
    [1_000, 500, 500],
  ] as const)
    step(ms, rows, bytes)
  expect(lines).toEqual([
    '100 rows so far, 10 % of the file, about 18 s left',
    '500 rows so far, 50 % of the file, about 4 s left',
  ])
})

test('reports only the rows of standard input, whose length is unknown', () => {
  const { lines, step } = longWork(0)
  step(2_000, 100, 100)
  expect(lines).toEqual(['100 rows so far'])
})
