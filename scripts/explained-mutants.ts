import type { Mutant } from './mutants.ts'

/** `same`: no visible difference. `endless`: an endless loop, which no assertion can detect. */
export type Explained = Pick<Mutant, 'file' | 'code' | 'from' | 'to'> & {
  which?: number
  is: 'same' | 'endless'
  because: string
}

/**
 * The changes that no test can detect, each with the text of its line. `npm run test:mutate` stops
 * at an entry that no longer applies, or that a test detects.
 */
export const explained: readonly Explained[] = [
  {
    file: 'src/page/figures/counter.ts',
    code: 'export const startAt = (value: number): Counting => ({ value, ticks: 0, runFromMs: 0 })',
    from: '0',
    to: '1',
    which: 2,
    is: 'same',
    because: 'A counter that has not ticked is at tick 0 of whichever run it is in.',
  },
  {
    file: 'src/page/overlays/recent-rotation.ts',
    code: 'export const initialRotation: Rotation = { ms: 0, before: 0, readMs: 0, runFromMs: 0, skipped: 0 }',
    from: '0',
    to: '1',
    which: 4,
    is: 'same',
    because: 'A notice that has waited for nothing yet is at the start of whichever run it is in.',
  },
  {
    file: 'src/server/delivery/pace.ts',
    code: 'if (paced.go.length + paced.released.length > 0) await writeBudgets(trx, buckets)',
    from: '>',
    to: '>=',
    is: 'same',
    because: 'Where no mail goes or is released, the budgets are written as they were read.',
  },
  {
    file: 'src/server/limits/budgets.ts',
    code: 'sorted.map((key) => ({ key, tat: 0 })),',
    from: '0',
    to: '1',
    is: 'same',
    because: 'A budget that nobody has spent from rests since any moment long gone.',
  },
]

export const isOf =
  ({ file, code, from, to, which }: Mutant) =>
  (one: Explained): boolean =>
    one.file === file &&
    one.code === code &&
    one.from === from &&
    one.to === to &&
    (one.which ?? 1) === which
