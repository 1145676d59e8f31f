import { quiz } from '#campaign'
import { resultOf, type QuestionKey, type QuizResult } from '#contract/quiz/quiz.ts'
import { questionBefore } from '#contract/quiz/pages.ts'
import { isFieldFocused } from '#page/browser/fields.ts'
import { createPressFilter } from '#page/browser/repeated-presses.ts'
import { safeSessionStorage } from '#page/browser/safe-storage.ts'
import { yieldToBrowser } from '#page/browser/separate-tasks.ts'
import { createStore } from '#page/browser/store.ts'
import { asOneStop } from '#page/overlays/overlay.ts'
import { pageOverlays } from '#page/overlays/page-overlays.ts'
import { quizModal, quizResultModal } from '#page/overlays/requested-popups.ts'
import { hasSucceeded } from '#page/overlays/popup-refusal.ts'
import { syncDialogs } from '#page/overlays/sync-dialogs.ts'
import { count, track } from '#page/tracking/track.ts'
import {
  withAnswer,
  withKey,
  hexKey,
  parseProgress,
  initialProgress,
  stepAfter,
  stepOf,
  type QuizProgress,
  type Step,
} from './quiz-progress.ts'
import { createDoubleClickFilter } from './double-click.ts'
import { optionIndexOf } from './option-keys.ts'
import { stepBack, startHistory, depthOf, pushStep, stateOf, historyIn } from './quiz-history.ts'

const storageKey = 'ascend.quiz'
// The server's bundle has this code in a campaign without a quiz too, and never runs it.
const { questions } = quiz ?? { questions: [] }

/** `asked` is the current question; `result` is null until all questions are answered (HERO-7). */
export type QuizState = { run: QuizProgress; asked: QuestionKey; result: QuizResult | null }

export const atStart: QuizState = {
  run: initialProgress,
  asked: questions[0]?.id ?? '',
  result: null,
}
const store = createStore<QuizState>(atStart)

/** FORM-7: each option ignores a second press on itself. */
const isFirstPress = createPressFilter()
const clicks = createDoubleClickFilter()
const dialogs = [quizModal, quizResultModal]
const { popupKey } = pageOverlays

/**
 * The quiz of this page. The overlay coordinator alone knows which of its two dialogs is open. Each
 * step is an entry in the browser's history.
 */
export const quizController = {
  read: store.read,
  subscribe: store.subscribe,

  /** Opens the quiz at the step that the visitor reached in this visit. */
  open() {
    const step = stepOf(questions, store.read().run)
    history.pushState(stateOf(startHistory(step)), '')
    show(step)
  },

  /** False if the press repeats an earlier one and is ignored. */
  choose(question: QuestionKey, option: string): boolean {
    if (!isFirstPress(optionOf(question, option), performance.now())) return false
    const run = withAnswer(store.read().run, question, option)
    keep(run)
    const step = stepAfter(questions, question, run)
    if (step === 'result') void showResultAfterPaint(question)
    else goForwardTo(step, question)
    return true
  },

  /** The result of this page's answers was saved. A reload shows it as saved. */
  markSaved() {
    keep({ ...store.read().run, saved: true })
  },

  back() {
    const { asked } = store.read()
    const step =
      popupKey() === quizResultModal.key ? questions.at(-1)!.id : questionBefore(questions, asked)
    if (step) goBackTo(step)
  },

  /**
   * Reads the stored progress and follows the browser's Back and Forward. A page that is reloaded
   * or returned to in the middle of the quiz opens it there. Returns a function that stops it.
   */
  start() {
    keep(parseProgress(quiz, safeSessionStorage.get(storageKey)))
    const follow = () => {
      const trail = historyIn(history.state)
      if (trail) show(trail.step)
      else leave()
    }
    addEventListener('popstate', follow)
    // On the window, before browser/repeated-presses.ts, which must not count an ignored click.
    addEventListener('click', ignoreSecondClick, true)
    // On the window, because the focus leaves the dialog where a visitor clicks beside its
    // controls.
    addEventListener('keydown', chooseByKey)
    const stop = asOneStop([
      () => removeEventListener('popstate', follow),
      () => removeEventListener('click', ignoreSecondClick, true),
      () => removeEventListener('keydown', chooseByKey),
      syncDialogs(document, dialogs, pageOverlays),
      pageOverlays.slots.popup.subscribe(leaveHistory),
    ])
    if (historyIn(history.state)) follow()
    return stop
  },
}

/**
 * The browser first shows the last option as chosen, because it lays out the result in a longer
 * task. The visitor may have left the question in between.
 */
async function showResultAfterPaint(question: QuestionKey) {
  await yieldToBrowser()
  if (isQuizOpen() && store.read().asked === question) goForwardTo('result', question)
}

/** After Escape the dialog is closed at once, and its event tells the coordinator in a later task. */
const isQuizOpen = (): boolean =>
  popupKey() === quizModal.key &&
  document.querySelector<HTMLDialogElement>(`#${quizModal.key}`)?.open === true

function goForwardTo(step: Step, from: QuestionKey) {
  history.pushState(stateOf(pushStep(historyIn(history.state) ?? startHistory(from), step)), '')
  show(step)
}

/** A question, or the result when all are answered. */
function show(wished: Step) {
  const step = wished === 'result' ? stepOf(questions, store.read().run) : wished
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

/** QUIZ-1: the keys from 1 on answer the question while its dialog is open. */
function chooseByKey(event: KeyboardEvent) {
  if (!isQuizOpen()) return
  const { asked } = store.read()
  const { options } = questionOf(asked)
  const index = optionIndexOf(event, options.length, isFieldFocused(document))
  if (index === null) return
  event.preventDefault()
  quizController.choose(asked, options[index]!.id)
}

const questionOf = (question: QuestionKey) => questions.find(({ id }) => id === question)!

const optionOf = (question: QuestionKey, option: string) =>
  questionOf(question).options.find(({ id }) => id === option)!

function ask(question: QuestionKey) {
  store.write({ ...store.read(), asked: question })
  if (!started) {
    track({ action: 'quiz_started', label: 'performance quiz' })
    count('quiz_started', 'quiz')
  }
  started = true
}
/** TRACK-1: once per page load. */
let started = false

/** TRACK-1: once for each result. */
function complete() {
  const { run, result } = store.read()
  const whole = withKey(questions, run, () => hexKey(crypto.getRandomValues(new Uint8Array(16))))
  keep(whole)
  if (result && whole !== run) {
    track({ action: 'quiz_completed', label: result.performance_type, value: result.primary_score })
    count('quiz_completed', 'quiz')
  }
}

function keep(run: QuizProgress) {
  if (run !== initialProgress) safeSessionStorage.set(storageKey, JSON.stringify(run))
  store.write({ ...store.read(), run, result: resultOf(quiz, run.answers) })
}

function goBackTo(step: QuestionKey) {
  const way = stepBack(historyIn(history.state) ?? startHistory(step), step)
  if (way.by === 'back') return history.back()
  history.replaceState(stateOf(way.trail), '')
  show(step)
}

function leave() {
  for (const dialog of dialogs) pageOverlays.close(dialog, hasSucceeded(dialog))
}

/**
 * After closing, returns to the page's own history entry, so that Back leads where it led before.
 */
function leaveHistory() {
  const trail = historyIn(history.state)
  if (trail && !dialogs.some(({ key }) => key === popupKey())) history.go(-depthOf(trail))
}
