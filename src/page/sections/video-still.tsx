import { Still } from '#art'

/** The video's still. Decoration. */
export const VideoStill = () => (
  <svg viewBox="0 0 1260 540" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
    <Still />
  </svg>
)
