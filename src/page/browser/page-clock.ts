import { isPaused, motion } from './motion.ts'
import { msToNextSecond, newRun, timeAt, timeAtStart, type PageTime } from './page-time.ts'
import { createStore } from './store.ts'

const time = createStore(timeAtStart(Date.now() - performance.now(), Date.now()))

/**
 * The page's only timer. It ticks at each whole second since the load and since the start of the
 * present run, and stops while the page is hidden or paused.
 */
export const pageClock = {
  read: time.read,
  subscribe: time.subscribe,
  /** Called once, by figures/start-figures.ts. */
  start() {
    document.addEventListener('visibilitychange', follow)
    motion.subscribe(follow)
    running = mayRun()
    if (running) tick()
  },
}

let timer: ReturnType<typeof setTimeout> | undefined
let running = false

const mayRun = () => !document.hidden && !isPaused()

/** Stops when the page is hidden or paused. A new run starts when it is shown or resumed (FX-8). */
function follow() {
  if (mayRun() === running) return
  running = mayRun()
  clearTimeout(timer)
  if (running) show(newRun(timeAt(time.read(), Date.now())))
}

function tick() {
  show(timeAt(time.read(), Date.now()))
}

function show(now: PageTime) {
  timer = setTimeout(tick, msToNextSecond(now))
  time.write(now)
}
