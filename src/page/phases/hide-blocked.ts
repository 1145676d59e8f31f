import { phases, type PhasedType } from '#contract/campaign/phases.ts'
import { hashTarget } from '#page/browser/fields.ts'
import { hasModifier } from '#page/browser/modifier-keys.ts'
import { currentPhase } from './current-phase.ts'
import { isHidden } from './phase-at.ts'

const field = 'input:not([type="hidden"])'

/** PHASE-2: sets `data-blocked` on `[data-type]` elements that the phase blocks. */
export function hideBlocked(page: Document) {
  const inWindow = new WeakMap<Element, boolean>()
  let linkedPart: Element | null = null
  let goal: EventTarget | null = null

  // Half a window of margin: elements are shown again before they scroll into the window.
  const near = new IntersectionObserver((entries) => update(entries), { rootMargin: '50% 0px' })
  function update(entries = near.takeRecords()) {
    for (const { target, isIntersecting } of entries) inWindow.set(target, isIntersecting)
    hideOrShow()
  }
  function hideOrShow(shown = false) {
    for (const element of page.querySelectorAll<HTMLElement>('[data-type]')) {
      near.observe(element)
      const phased = {
        type: element.dataset.type as PhasedType,
        inWindow: shown || (inWindow.get(element) ?? true),
        held: element === linkedPart || isHeld(element),
      }
      element.toggleAttribute('data-blocked', isHidden(phases, currentPhase.read(), phased))
    }
  }
  /** While the focus moves, no element has it: `goal` is the next one. */
  const isHeld = (element: Element) =>
    [page.activeElement, goal].some((one) => one instanceof Node && element.contains(one)) ||
    [...element.querySelectorAll<HTMLInputElement>(field)].some(({ value }) => value)

  currentPhase.subscribe(() => update())
  for (const type of ['focusin', 'focusout', 'input']) {
    page.addEventListener(type, (event) => {
      goal = type === 'focusout' ? (event as FocusEvent).relatedTarget : null
      hideOrShow()
    })
  }
  onLeap(() => {
    hideOrShow(true)
    setTimeout(() => update())
  })
  onLinkToHidden(
    page,
    (target) => target.closest('[data-blocked]') !== null,
    (target) => {
      linkedPart = target.closest('[data-type]')
      if (!linkedPart) return
      hideOrShow()
      const focusable = target.matches(field) ? target : linkedPart.querySelector(field)
      // After the browser has scrolled there.
      setTimeout(() => {
        if (focusable instanceof HTMLElement) focusable.focus({ preventScroll: true })
        linkedPart = null
      })
    },
  )
  hideOrShow()
}

/** A link, Back or a key scrolled further at once than the observer's margin. */
function onLeap(act: () => void) {
  let before = scrollY
  addEventListener(
    'scroll',
    () => {
      const px = Math.abs(scrollY - before)
      before = scrollY
      if (px > innerHeight / 2) act()
    },
    { passive: true },
  )
}

/**
 * Calls back with the target of a link, a label, an address with `#…` or Back, if the target is
 * hidden.
 */
function onLinkToHidden(
  page: Document,
  isHidden: (target: Element) => boolean,
  act: (target: Element) => void,
) {
  const byHash = (hash: string) => hashTarget(page, hash)
  page.addEventListener('click', (event) => {
    if (event.defaultPrevented || hasModifier(event)) return
    const pressed = (event.target as Element).closest<HTMLAnchorElement | HTMLLabelElement>(
      'a[href*="#"], label',
    )
    const target = pressed && ('control' in pressed ? pressed.control : byHash(pressed.hash))
    if (target && isHidden(target)) act(target)
  })
  // The target may be visible again by now. The browser focuses only visible targets, so the focus
  // tells.
  addEventListener('hashchange', () => {
    const target = byHash(location.hash)
    if (target && page.activeElement !== target) act(target)
  })
}
