import { phases } from '#campaign/phases.ts'
import type { PhasedType } from '#contract/phases.ts'
import { currentPhase } from './current-phase.ts'
import { isHidden } from './phase-at.ts'
import { onLead } from './on-lead.ts'

const field = 'input:not([type="hidden"])'

/** PHASE-2: hides what the phase blocks, `[data-type]`, by `data-blocked`. */
export function hideBlocked(page: Document) {
  const inWindow = new WeakMap<Element, boolean>()
  let hashTarget: Element | null = null
  let goal: EventTarget | null = null

  // Half a window early, so that nothing comes into the window before it is shown again.
  const near = new IntersectionObserver((entries) => settle(entries), { rootMargin: '50% 0px' })
  function settle(entries = near.takeRecords()) {
    for (const { target, isIntersecting } of entries) inWindow.set(target, isIntersecting)
    judge()
  }
  function judge(shown = false) {
    for (const element of page.querySelectorAll<HTMLElement>('[data-type]')) {
      near.observe(element)
      const phased = {
        type: element.dataset.type as PhasedType,
        inWindow: shown || (inWindow.get(element) ?? true),
        held: element === hashTarget || isHeld(element),
      }
      element.toggleAttribute('data-blocked', isHidden(phases, currentPhase.read(), phased))
    }
  }
  /** While the focus moves, nothing has it: `goal` is where it goes. */
  const isHeld = (element: Element) =>
    [page.activeElement, goal].some((one) => one instanceof Node && element.contains(one)) ||
    [...element.querySelectorAll<HTMLInputElement>(field)].some(({ value }) => value)

  currentPhase.subscribe(() => settle())
  for (const type of ['focusin', 'focusout', 'input']) {
    page.addEventListener(type, (event) => {
      goal = type === 'focusout' ? (event as FocusEvent).relatedTarget : null
      judge()
    })
  }
  onLeap(() => {
    judge(true)
    setTimeout(() => settle())
  })
  onLead(
    page,
    (target) => target.closest('[data-blocked]') !== null,
    (target) => {
      hashTarget = target.closest('[data-type]')
      if (!hashTarget) return
      judge()
      const place = target.matches(field) ? target : hashTarget.querySelector(field)
      // Once the browser has scrolled there.
      setTimeout(() => {
        if (place instanceof HTMLElement) place.focus()
        hashTarget = null
      })
    },
  )
  judge()
}

/** Scrolled at once by more than the observer looks ahead: by a link, Back, a key. */
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
