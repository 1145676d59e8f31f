import { createContext } from 'react'
import type { ScreenFrame } from '#contract/dashboard/views.ts'

/**
 * Who is signed in, and when: what each part of a screen behind the sign-in can read. Reading it on
 * another screen throws.
 */
export const Frame = createContext<ScreenFrame>(undefined!)
