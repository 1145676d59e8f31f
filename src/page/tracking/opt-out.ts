declare global {
  interface Navigator {
    /** https://w3c.github.io/gpc/ */
    globalPrivacyControl?: boolean
  }
}

/** TRACK-2: nothing is counted for a visitor who opts out, and no origin is sent. */
export const optsOut = () => navigator.globalPrivacyControl === true || navigator.doNotTrack === '1'
