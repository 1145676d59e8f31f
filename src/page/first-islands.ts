/** The islands that come to life as soon as the browser is idle, and what brings an island to life: one file beside React's own. */
import './styles/alive.css'
export { hydrateIsland } from './hydrate.tsx'
export { SignupForm } from './capture/signup-form.island.tsx'
export { Over } from './over.island.tsx'
export { Countdown } from './scarcity/countdown.island.tsx'
export { Strip } from './scarcity/strip.island.tsx'
export { Waiting } from './scarcity/waiting.island.tsx'
export { Toasts } from './ui/toasts.island.tsx'
