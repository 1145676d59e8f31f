import { popup } from './popup-entry.ts'

/** VID-2: its dialog stands in the page (sections/video.tsx) and opens without script. */
export const videoOverlay = popup({ key: 'video-overlay', askedBy: 'visitor', dismissal: 'passes' })
