import type { PhasedType } from '#contract/phases.ts'
import type { SafeStorage } from '#page/browser/safe-storage.ts'
import { createStore } from '#page/browser/store.ts'

/** POP-1: what is to be known of a popup before it opens. */
export type PopupRule = {
  key: string
  /** What the visitor asks for always opens. What the page asks for is refused where it would be a nuisance. */
  askedBy: 'visitor' | 'page'
  /** whether closing it dismisses its key for good */
  dismissal: 'lasts' | 'passes'
  /** PHASE-2's type, for one that is bound to phases */
  phasedAs?: PhasedType
}

export type Refusal = 'active' | 'dismissed' | 'joined' | 'typing' | 'phase'
export type Answer = { granted: true } | { refused: Refusal }

/** How things stand when a popup is asked for. `active`: one stands already, this one or another. */
export type Situation = {
  active: boolean
  dismissed: boolean
  joined: boolean
  typing: boolean
  blocked: boolean
}

export function answerTo(
  { askedBy }: Pick<PopupRule, 'askedBy'>,
  { active, dismissed, joined, typing, blocked }: Situation,
): Answer {
  if (askedBy === 'visitor') return { granted: true }
  if (active) return { refused: 'active' }
  if (dismissed) return { refused: 'dismissed' }
  if (joined) return { refused: 'joined' }
  if (typing) return { refused: 'typing' }
  return blocked ? { refused: 'phase' } : { granted: true }
}

type World = {
  safeStorage: SafeStorage
  isDialogOpen: () => boolean
  hasJoined: () => boolean
  isTyping: () => boolean
  isBlocked: (type: PhasedType) => boolean
  /** a sign-up in it was the last success */
  succeeded: (key: string) => boolean
  count: (what: 'shown' | 'closed', key: string) => void
}

/** The single place that all popups share. What the visitor asks for takes it from what stands there, which is not dismissed by that. */
export function openPlace({
  safeStorage,
  isDialogOpen,
  hasJoined,
  isTyping,
  isBlocked,
  succeeded,
  count,
}: World) {
  const store = createStore<string | null>(null)
  const mark = (key: string) => `ascend.dismissed:${key}`
  const dismiss = ({ key, dismissal }: PopupRule) => {
    if (dismissal === 'lasts') safeStorage.set(mark(key), '1')
  }

  return {
    read: store.read,
    subscribe: store.subscribe,
    dismiss,
    ask(popup: PopupRule): Answer {
      const answer = answerTo(popup, {
        active: store.read() !== null || isDialogOpen(),
        dismissed: safeStorage.get(mark(popup.key)) !== null,
        joined: hasJoined(),
        typing: isTyping(),
        blocked: popup.phasedAs !== undefined && isBlocked(popup.phasedAs),
      })
      if ('granted' in answer) {
        if (store.read() !== popup.key) count('shown', popup.key)
        store.write(popup.key)
      }
      return answer
    },
    /** It was closed, by whatever means. One whose place another has taken was not. */
    leave(popup: PopupRule) {
      if (store.read() !== popup.key) return
      if (!succeeded(popup.key)) count('closed', popup.key)
      dismiss(popup)
      store.write(null)
    },
  }
}

export type Place = ReturnType<typeof openPlace>
