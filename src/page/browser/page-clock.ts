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
 * The one timer of the page, for all that ticks: at each whole second since the load and since the present run began,
 * not while the page is hidden or paused, and not while nobody listens.
 */
export const pageClock = {
  read: (): PageTime => (time ??= timeAtStart(Date.now() - performance.now(), Date.now())),
  subscribe(listener: () => void) {
    if (listeners.size === 0) wake()
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) sleep()
    }
  },
}

const listeners = new Set<() => void>()
let time: PageTime | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let runs = false

function wake() {
  document.addEventListener('visibilitychange', follow)
  stopFollowing = motion.subscribe(follow)
  runs = mayRun()
  if (runs) tick()
}
let stopFollowing = () => {}

function sleep() {
  document.removeEventListener('visibilitychange', follow)
  stopFollowing()
  clearTimeout(timer)
}

const mayRun = () => !document.hidden && !isPaused()

/** Hidden or paused it stands still; shown or resumed, a new run begins (FX-8). */
function follow() {
  if (mayRun() === runs) return
  runs = mayRun()
  clearTimeout(timer)
  if (!runs) return
  time = newRun(timeAt(pageClock.read(), Date.now()))
  tell()
}

function tick() {
  const before = pageClock.read()
  time = timeAt(before, Date.now())
  if (hasTicked(before, time)) tell()
  else plan(time)
}

function tell() {
  const now = pageClock.read()
  plan(now)
  for (const listener of Array.from(listeners)) listener()
}

const plan = (now: PageTime) => {
  timer = setTimeout(tick, msToNextSecond(now))
}
