import { pause } from '#campaign/copy/interface.ts'

/**
 * FX-8. browser/motion.ts acts on it and sets what is pressed; without script nothing moves and it
 * is not shown.
 */
export const PauseButton = () => (
  <button className="pause" type="button" data-pause="" aria-pressed={false}>
    <span>{pause}</span>
  </button>
)
