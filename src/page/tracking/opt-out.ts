declare global {
  interface Navigator {
    /** https://w3c.github.io/gpc/ */
    globalPrivacyControl?: boolean
  }
}

/** TRACK-2: of this visitor nothing is counted, and no origin is sent. */
export const optsOut = () => navigator.globalPrivacyControl === true || navigator.doNotTrack === '1'
