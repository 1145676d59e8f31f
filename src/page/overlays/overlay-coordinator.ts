import type { OverlayKey } from '#contract/campaign/overlays.ts'
import type { PhasedType } from '#contract/campaign/phases.ts'
import type { Placement } from '#contract/people/waitlist.ts'
import { createStore } from '#page/browser/store.ts'
import type { SafeStorage } from '#page/browser/safe-storage.ts'

/*
 * Overlays, from their lists to the screen:
 *
 * popup-list.ts and bar-list.ts declare them. This file admits one popup and one bar at a time,
 * which popups.island.tsx and bars.tsx show. A popup that the visitor opens replaces an automatic
 * one without dismissing it. A bar gives way to those before it in the list. popup-refusal.ts adds
 * the refusals that depend on the page.
 * Overlays never cover each other (styles/recent.css): from the bottom edge the bar, the notice and
 * the updates box; the toast at the top edge, on wide screens at the bottom right. An open dialog
 * hides all but its own toast. `--bar` is the measured height of the bar (bar-height.ts); elements
 * above it move by `transform`, which shifts no layout. e2e/overlay-layers.test.ts forces the
 * combinations.
 * No overlay covers the field or the button of a form in use (browser/keep-forms-clear.ts). When
 * one that has the focus closes, the focus returns to where it was (browser/use-restore-focus.ts).
 * mouse-exit.ts is in the first script, and notes that the mouse left through the top edge.
 * on-mouse-exit.ts acts on it once the popups' code is loaded.
 * After a sign-up every other form shows one line (signup/form-notices.tsx): an inline script
 * writes `<html data-joined>` before the first paint, and styles/form.css shows form or line.
 * An island that fails shows nothing and logs one line. Code that did not load is fetched again at
 * a later interaction (islands/hydration-triggers.ts).
 */

/** The rule by which the coordinator opens and closes an overlay. */
export type Overlay = {
  key: OverlayKey
  /** one overlay is open per slot: POP-1 for popups, BAR-3 for bars */
  slot: 'popup' | 'bar'
  /**
   * An overlay that the visitor opens always opens. One that the page opens is refused where it
   * would be a nuisance.
   */
  openedBy: 'visitor' | 'page'
  /** For how long an overlay stays closed once it was closed. */
  dismissal: 'permanent' | 'visit' | 'none'
  /** The page opens an overlay over an open one of lower priority in the same slot. Default: 0. */
  priority?: number
  /** PHASE-2: the type that binds the overlay to phases */
  phasedAs?: PhasedType
  /** where its sign-up form stands, if that is not the key */
  placement?: Placement
}

export type OpenOverlay = { overlay: Overlay; state: 'visible' | 'minimized' }

/**
 * `active`: an overlay is open that it must not replace. `dismissed`: it was closed before.
 * `joined`: after a sign-up. The others are those of popup-refusal.ts: `typing` in a form, another
 * overlay `closed` just before, not in this `phase`.
 */
export type Refusal = 'active' | 'dismissed' | 'joined' | 'typing' | 'closed' | 'phase'

/** The page as it is when an overlay is requested. */
export type Situation = {
  active: boolean
  dismissed: boolean
  joined: boolean
  /** a refusal that the coordinator does not know of (popup-refusal.ts) */
  other?: Refusal | null | undefined
}

/** POP-1, BAR-1, FORM-9: why an overlay may not open now, or null. */
export function refusalOf(
  { openedBy }: Pick<Overlay, 'openedBy'>,
  { active, dismissed, joined, other }: Situation,
): Refusal | null {
  if (openedBy === 'visitor') return null
  if (active) return 'active'
  if (dismissed) return 'dismissed'
  return joined ? 'joined' : (other ?? null)
}

export type Environment = {
  /** lasts between visits */
  storage: SafeStorage
  /** lasts for the visit */
  sessionStorage: SafeStorage
  hasJoined: () => boolean
  count: (event: 'shown' | 'closed', key: string) => void
}

/**
 * Opens and closes all overlays: at most one popup and one bar at a time. `slots` has a store for
 * each, with the overlay that is open in it.
 */
export function createOverlayCoordinator({
  storage,
  sessionStorage,
  hasJoined,
  count,
}: Environment) {
  const slots = {
    popup: createStore<OpenOverlay | null>(null),
    bar: createStore<OpenOverlay | null>(null),
  }
  const isOpen = ({ key, slot }: Overlay) => slots[slot].read()?.overlay.key === key
  const hide = (overlay: Overlay) => {
    if (isOpen(overlay)) slots[overlay.slot].write(null)
  }
  const markOf = ({ key, dismissal }: Overlay) =>
    dismissal === 'visit'
      ? ([sessionStorage, `ascend.closed:${key}`] as const)
      : ([storage, `ascend.dismissed:${key}`] as const)
  const dismiss = (overlay: Overlay) => {
    const [where, mark] = markOf(overlay)
    if (overlay.dismissal !== 'none') where.set(mark, '1')
  }

  return {
    slots,
    /** The key of the open popup, if any. */
    popupKey: () => slots.popup.read()?.overlay.key,
    dismiss,
    /** Closes the overlay without dismissing it, so that it may open again. */
    hide,
    /**
     * Opens the overlay, which replaces the one that is open in its slot, or returns why it does
     * not open. `other` is a refusal for a reason that the coordinator does not know.
     */
    request(overlay: Overlay, other?: Refusal | null): Refusal | null {
      const slot = slots[overlay.slot]
      const open = slot.read()
      const [where, mark] = markOf(overlay)
      const refusal = refusalOf(overlay, {
        active: !!open && (open.overlay.priority ?? 0) >= (overlay.priority ?? 0),
        dismissed: where.get(mark) !== null,
        joined: hasJoined(),
        other,
      })
      if (!refusal && !isOpen(overlay)) {
        count('shown', overlay.key)
        slot.write({ overlay, state: 'visible' })
      }
      return refusal
    },
    toggleMinimized(overlay: Overlay) {
      const slot = slots[overlay.slot]
      const state = slot.read()?.state === 'visible' ? 'minimized' : 'visible'
      if (isOpen(overlay)) slot.write({ overlay, state })
    },
    /**
     * The visitor closed the overlay; `succeeded`: after a sign-up in it. Does nothing if another
     * overlay has replaced it.
     */
    close(overlay: Overlay, succeeded: boolean) {
      if (!isOpen(overlay)) return
      if (!succeeded) count('closed', overlay.key)
      dismiss(overlay)
      hide(overlay)
    },
  }
}

export type OverlayCoordinator = ReturnType<typeof createOverlayCoordinator>
