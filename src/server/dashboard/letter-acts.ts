import {
  letterPath,
  sentOf,
  type LetterAct,
  type LetterScreenView,
} from '#contract/letter-screens.ts'
import { navigation } from '#contract/screens.ts'
import {
  actsFrom,
  pauseLetter,
  resumeLetter,
  stopLetter,
  unscheduleLetter,
} from '#server/letters/states.ts'
import { copyLetter, deleteDraft, type Letter } from '#server/letters/letter.ts'
import { mayHaveIt, readLetterCounts, waitingOf } from '#server/letters/counts.ts'
import { logged, type Action } from '#server/acts/action-log.ts'
import { letterForLog, outcomeOfAct, unchanged } from '#server/letters/describe.ts'
import type { ScreenHandler } from './guard.ts'
import { letterIn, redirectTo, showNoLetter } from './letter-list.ts'
import type { DashboardDeps } from './dashboard-deps.ts'

/** The page that asks before an act on a letter. */
export const askLetterAct =
  (act: LetterAct, deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const letter = await letterIn(request, deps)
    if (!letter) return showNoLetter(request, reply, who, deps)
    return deps.screens.show(request, reply, who, await questionOf(act, letter, deps))
  }

/** LETTER-2: the act. Of two operators at once one changes the letter, and the log tells the other. */
export const actOnLetter =
  (act: LetterAct, deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const letter = await letterIn(request, deps)
    if (!letter) return showNoLetter(request, reply, who, deps)
    const toLog = {
      operator: who.session.operator,
      action: `${act}-letter` as Action,
      details: letterForLog(letter.text.subject),
    }
    const { actId } = await logged(deps.store, toLog, deps.now(), async () => ({
      outcome: await run[act](deps, letter.id),
    }))
    deps.letterChanged()
    deps.mailQueued()
    const path = act === 'delete' ? navigation.letters.path : letterPath(letter.id)
    return redirectTo(reply, `${path}?done=${actId}`)
  }

/** LETTER-1: a new draft with the same text and audience. */
export const copyOfLetter =
  (deps: DashboardDeps): ScreenHandler =>
  async (request, reply, who) => {
    const letter = await letterIn(request, deps)
    if (!letter) return showNoLetter(request, reply, who, deps)
    const { operator } = who.session
    const details = letterForLog(letter.text.subject)
    const act = { operator, action: 'copy-letter' as const, details }
    let copyId = letter.id
    const { actId } = await logged(deps.store, act, deps.now(), async () => {
      const copy = await deps.store.transact((trx) =>
        copyLetter(trx, letter.id, operator, deps.now()),
      )
      copyId = copy?.id ?? letter.id
      return { outcome: 'done' }
    })
    return redirectTo(reply, `${letterPath(copyId)}?done=${actId}`)
  }

const statesFor: Record<LetterAct, readonly Letter['state'][]> = { ...actsFrom, delete: ['draft'] }

async function questionOf(
  act: LetterAct,
  letter: Letter,
  { store, now }: DashboardDeps,
): Promise<Extract<LetterScreenView, { screen: 'letter-ask' }>> {
  const { total } = await readLetterCounts(store.db, letter.id)
  const sent = sentOf(total)
  return {
    screen: 'letter-ask',
    act,
    id: letter.id,
    subject: letter.text.subject,
    state: letter.state,
    pausedBy: letter.pausedBy,
    sent,
    toGo: waitingOf(total),
    mayHaveIt: mayHaveIt(letter, total, now()),
    plannedAtMs: letter.plannedAt,
    isPossible: statesFor[act].includes(letter.state),
  }
}

/** What each act does. Returns its outcome for the log. */
const run: Record<LetterAct, (deps: DashboardDeps, id: string) => Promise<string>> = {
  pause: async ({ store, calendar }, id) =>
    outcomeOfAct(await store.transact((trx) => pauseLetter(trx, id, 'operator', calendar()))),
  resume: async ({ store, calendar }, id) =>
    outcomeOfAct(await store.transact((trx) => resumeLetter(trx, id, calendar()))),
  stop: async ({ store, calendar }, id) =>
    outcomeOfAct(await store.transact((trx) => stopLetter(trx, id, calendar()))),
  unschedule: async ({ store }, id) =>
    outcomeOfAct(await store.transact((trx) => unscheduleLetter(trx, id))),
  delete: async ({ store }, id) =>
    (await store.transact((trx) => deleteDraft(trx, id))) ? 'done' : unchanged('no draft'),
}
