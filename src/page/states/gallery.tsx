import type { ReactNode } from 'react'
import { barsAndNotices } from './bars-and-notices.tsx'
import { popupStates } from './popups.tsx'
import { forms } from './forms.tsx'
import { quizStates } from './quiz.tsx'
import { togethers } from './together.tsx'
import { urgency, waiting } from './waiting.tsx'

/** `id` names the screenshot; `wide` takes the whole width of the sheet. */
export type State = { id: string; name: string; wide?: boolean; node: ReactNode }

export const gallery: readonly { title: string; states: readonly State[] }[] = [
  { title: 'A – Form', states: forms },
  { title: 'B – Bars and notices', states: barsAndNotices },
  { title: 'C – Urgency and clocks', states: urgency },
  { title: 'D – Popups', states: popupStates },
  { title: 'E – Errors and waiting', states: waiting },
  { title: 'F – Overlays open at once', states: togethers },
  { title: 'G – Quiz', states: quizStates },
]
