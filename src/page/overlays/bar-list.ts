import type { Bar } from './overlay.ts'
import { secondBar } from './second-bar.tsx'
import { stickyBar } from './sticky-bar.tsx'

export const bars: readonly Bar[] = [stickyBar, secondBar]
