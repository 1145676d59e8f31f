import { createContext } from 'react'
import type { ScreenFrame } from '#contract/dashboard/views.ts'

/**
 * Who is signed in, when, and the title of the screen: what each part of a screen behind the sign-in
 * can read. Reading it on another screen throws.
 */
export const Frame = createContext<ScreenFrame & { title: string }>(undefined!)
