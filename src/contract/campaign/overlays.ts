/** Bars and popups that contain a sign-up form; the key is the form's placement. */
export const overlaysWithForm = ['sticky-bar', 'exit-intent', 'exit-intent-second'] as const

/**
 * Every bar and popup of the page. The server counts how often each is shown and closed
 * (events.ts).
 */
export const overlayKeys = [
  ...overlaysWithForm,
  'second-bar',
  'video-overlay',
  'quiz-modal',
  'quiz-result',
] as const
export type OverlayKey = (typeof overlayKeys)[number]
