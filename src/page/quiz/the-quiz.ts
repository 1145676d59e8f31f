import { quiz } from '#campaign/quiz.ts'
import { resultOf, type QuestionKey, type QuizResult } from '#contract/quiz.ts'
import { questionBefore } from '#contract/quiz-pages.ts'
import { createPressFilter } from '#page/browser/repeated-presses.ts'
import { safeSessionStorage } from '#page/browser/safe-storage.ts'
import { createStore } from '#page/browser/store.ts'
import { pageOverlays } from '#page/overlays/page-overlays.ts'
import { quizModal, quizResultModal } from '#page/overlays/requested-popups.ts'
import { hasSucceeded } from '#page/overlays/popup-refusal.ts'
import { syncDialogs } from '#page/overlays/sync-dialogs.ts'
import { track } from '#page/tracking/track.ts'
import {
  answered,
  completed,
  keyOf,
  readRun,
  runAtStart,
  stepAfter,
  stepOf,
  type Run,
  type Step,
} from './run.ts'
import { openClickFilter } from './second-click.ts'
import { backTo, begin, depthOf, onTo, stateOf, trailIn } from './trail.ts'

const shelfKey = 'ascend.quiz'

/** `asked` is the question that the quiz stands at; `result` is what completing it has passed on (HERO-7). */
export type Standing = { run: Run; asked: QuestionKey; result: QuizResult | null }

export const atStart: Standing = { run: runAtStart, asked: 'energy_pattern', result: null }
const store = createStore<Standing>(atStart)

/** FORM-7: each option ignores a second press on itself. */
const isFirstPress = createPressFilter()
const clicks = openClickFilter()
const activeKey = () => pageOverlays.slots.popup.read()?.overlay.key
const dialogs = [quizModal, quizResultModal]

/** This page's quiz. Which of its two dialogs is open says the popups' place alone; each step is an entry of the browser's history. */
export const theQuiz = {
  read: store.read,
  subscribe: store.subscribe,

  /** Where it was left in this visit. */
  open() {
    const step = stepOf(store.read().run)
    history.pushState(stateOf(begin(step)), '')
    show(step)
  },

  /** False where the press is a second one, and ignored. */
  choose(question: QuestionKey, option: string): boolean {
    if (!isFirstPress(optionOf(question, option), performance.now())) return false
    const run = answered(store.read().run, question, option)
    keep(run)
    const step = stepAfter(question, run)
    history.pushState(stateOf(onTo(trailIn(history.state) ?? begin(question), step)), '')
    show(step)
    return true
  },

  back() {
    const { asked } = store.read()
    const step = activeKey() === quizResultModal.key ? 'goal_pursuit' : questionBefore(asked)
    if (step) goBackTo(step)
  },

  /** Reads what was kept, and follows the browser's Back and Forward. A page that was left or loaded anew in the middle stands there again. */
  start() {
    keep(readRun(quiz, safeSessionStorage.get(shelfKey)))
    const follow = () => {
      const trail = trailIn(history.state)
      if (trail) show(trail.step)
      else leave()
    }
    addEventListener('popstate', follow)
    // On the window, so that a click that is ignored is no press on a button either (browser/repeated-presses.ts).
    addEventListener('click', ignoreSecondClick, true)
    const stops = [
      () => removeEventListener('popstate', follow),
      () => removeEventListener('click', ignoreSecondClick, true),
      syncDialogs(document, dialogs, pageOverlays),
      pageOverlays.slots.popup.subscribe(dropTrail),
    ]
    if (trailIn(history.state)) follow()
    return () => {
      for (const stop of stops) stop()
    }
  },
}

/** A question, or, where all are answered, the result. */
function show(wished: Step) {
  const step = wished === 'result' ? stepOf(store.read().run) : wished
  if (step === 'result') complete()
  else ask(step)
  pageOverlays.request(step === 'result' ? quizResultModal : quizModal)
  clicks.replaced()
}

function ignoreSecondClick(event: MouseEvent) {
  if (!clicks.isIgnored(event)) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

const optionOf = (question: QuestionKey, option: string) =>
  quiz.questions.find(({ id }) => id === question)!.options.find(({ id }) => id === option)!

function ask(question: QuestionKey) {
  store.write({ ...store.read(), asked: question })
  if (!started) track({ action: 'quiz_started', label: 'performance quiz' })
  started = true
}
/** TRACK-1: once per page load. */
let started = false

/** TRACK-1: once for each result. */
function complete() {
  const { run, result } = store.read()
  const whole = completed(run, () => keyOf(crypto.getRandomValues(new Uint8Array(16))))
  keep(whole)
  if (result && whole !== run)
    track({ action: 'quiz_completed', label: result.performance_type, value: result.primary_score })
}

function keep(run: Run) {
  if (run !== runAtStart) safeSessionStorage.set(shelfKey, JSON.stringify(run))
  store.write({ ...store.read(), run, result: resultOf(quiz, run.answers) })
}

function goBackTo(step: QuestionKey) {
  const way = backTo(trailIn(history.state) ?? begin(step), step)
  if (way.by === 'back') return history.back()
  history.replaceState(stateOf(way.trail), '')
  show(step)
}

function leave() {
  for (const dialog of dialogs) pageOverlays.close(dialog, hasSucceeded(dialog))
}

/** Closed by whatever means, the page is at its own entry again, so that Back leads where it led before. */
function dropTrail() {
  const trail = trailIn(history.state)
  if (trail && !dialogs.some(({ key }) => key === activeKey())) history.go(-depthOf(trail))
}
