import type { ReactNode } from 'react'
import { barsAndNotices } from './bars-and-notices.tsx'
import { dialogs } from './dialogs.tsx'
import { forms } from './forms.tsx'
import { quizStates } from './quiz.tsx'
import { togethers } from './together.tsx'
import { urgency, waiting } from './waiting.tsx'

/** `id` names the picture; `wide` takes the sheet's whole width. */
export type State = { id: string; name: string; wide?: boolean; node: ReactNode }

export const gallery: readonly { title: string; states: readonly State[] }[] = [
  { title: 'A – Form', states: forms },
  { title: 'B – Bars and notices', states: barsAndNotices },
  { title: 'C – Urgency and clocks', states: urgency },
  { title: 'D – Dialogs', states: dialogs },
  { title: 'E – Errors and waiting', states: waiting },
  { title: 'F – What may stand at once', states: togethers },
  { title: 'G – Quiz', states: quizStates },
]
