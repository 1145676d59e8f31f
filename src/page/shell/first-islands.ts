/**
 * The islands that hydrate when the browser is idle, and the code that hydrates: one file beside
 * React's own.
 */
import '#page/styles/with-script.css'
export { hydrateIsland } from '#page/islands/hydrate.tsx'
export { SignupForm } from '#page/signup/signup-form.island.tsx'
export { Overlays } from '#page/overlays/overlays.island.tsx'
export { Toasts } from '#page/ui/toasts.island.tsx'
