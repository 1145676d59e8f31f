import { isPaused, motion } from './motion.ts'
import {
  hasTicked,
  msToNextSecond,
  newRun,
  timeAt,
  timeAtStart,
  type PageTime,
} from './page-time.ts'

/**
 * The page's only timer. It ticks at each whole second since the load and since the start of the
 * present run, and stops while the page is hidden or paused, or has no listeners.
 */
export const pageClock = {
  read: (): PageTime => (time ??= timeAtStart(Date.now() - performance.now(), Date.now())),
  subscribe(listener: () => void) {
    if (listeners.size === 0) start()
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) stop()
    }
  },
}

const listeners = new Set<() => void>()
let time: PageTime | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let running = false

function start() {
  document.addEventListener('visibilitychange', follow)
  stopFollowing = motion.subscribe(follow)
  running = mayRun()
  if (running) tick()
}
let stopFollowing = () => {}

function stop() {
  document.removeEventListener('visibilitychange', follow)
  stopFollowing()
  clearTimeout(timer)
}

const mayRun = () => !document.hidden && !isPaused()

/** Stops when the page is hidden or paused. A new run starts when it is shown or resumed (FX-8). */
function follow() {
  if (mayRun() === running) return
  running = mayRun()
  clearTimeout(timer)
  if (!running) return
  time = newRun(timeAt(pageClock.read(), Date.now()))
  notify()
}

function tick() {
  const before = pageClock.read()
  time = timeAt(before, Date.now())
  if (hasTicked(before, time)) notify()
  else schedule(time)
}

function notify() {
  const now = pageClock.read()
  schedule(now)
  for (const listener of Array.from(listeners)) listener()
}

const schedule = (now: PageTime) => {
  timer = setTimeout(tick, msToNextSecond(now))
}
