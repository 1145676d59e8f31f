import { firstBar } from './first-bar.tsx'
import type { BarEntry } from './bar-entry.ts'
import { secondBar } from './second-bar.tsx'

/** Every bar of the page. One stands at a time, and each gives way to those before it. */
export const bars: readonly BarEntry[] = [firstBar, secondBar]
