import { describe, expect, test } from 'vitest'
import { overlayKeys } from '#contract/campaign/overlays.ts'
import { openSafeStorage } from '#page/browser/safe-storage.ts'
import { bars } from './bar-list.ts'
import { exitIntentSecond } from './exit-intent-second.tsx'
import { exitIntent } from './exit-intent.tsx'
import {
  createOverlayCoordinator,
  refusalOf,
  type Overlay,
  type Refusal,
  type Situation,
} from './overlay-coordinator.ts'
import { popups } from './popup-list.ts'
import { refusalIn, type PopupSituation } from './popup-refusal.ts'
import { quizModal, quizResultModal, videoOverlay } from './requested-popups.ts'
import { secondBar } from './second-bar.tsx'
import { stickyBar } from './sticky-bar.tsx'

test('each overlay key of the contract has one declaration', () =>
  expect([...bars, ...popups].map(({ key }) => key).sort()).toEqual([...overlayKeys].sort()))

const unhindered: Situation = {
  active: false,
  dismissed: false,
  joined: false,
  other: null,
}

describe('an overlay', () => {
  test('[POP-1] opened by the page opens where nothing is against it', () =>
    expect(refusalOf(exitIntent, unhindered)).toBeNull())
  test.each<[keyof Situation, Refusal]>([
    ['active', 'active'],
    ['dismissed', 'dismissed'],
    ['joined', 'joined'],
  ])('[POP-1] opened by the page is refused while %s is true: %s', (name, refusal) =>
    expect(refusalOf(exitIntent, { ...unhindered, [name]: true })).toBe(refusal),
  )
  test.each<Refusal>(['typing', 'closed', 'phase'])(
    '[POP-1] opened by the page is refused for %s',
    (other) => expect(refusalOf(exitIntent, { ...unhindered, other })).toBe(other),
  )
  test.each<Partial<Situation>>([
    { active: true },
    { joined: true },
    { other: 'typing' },
    { other: 'phase' },
  ])('[POP-1] opened by the visitor opens in the situation %j', (situation) =>
    expect(refusalOf(quizModal, { ...unhindered, ...situation })).toBeNull(),
  )
})

/** A page on which every automatic popup may open. */
const quietPage: PopupSituation = {
  dialogOpen: false,
  typing: false,
  phase: 5,
  msSinceClosed: Infinity,
}

describe('an automatic popup', () => {
  test.each<[string, Partial<PopupSituation>, Refusal | null]>([
    ['[POP-1] opens on a quiet page', {}, null],
    ['[POP-1] is refused while any dialog is open', { dialogOpen: true }, 'active'],
    ['[POP-1] is refused while a field is in use', { typing: true }, 'typing'],
    ['[POP-5] is refused 0.999 s after another overlay closed', { msSinceClosed: 999 }, 'closed'],
    ['[POP-5] opens 1 s after another overlay closed', { msSinceClosed: 1_000 }, null],
    ['[POP-5] [PHASE-2] of type exit-intent is refused before phase 5', { phase: 4 }, 'phase'],
  ])('%s', (_, change, refusal) =>
    expect(refusalIn({ ...quietPage, ...change }, exitIntent)).toBe(refusal),
  )
})

/** A coordinator whose environment a test controls. `broken`: both storages throw. */
function setUp({ broken = false } = {}) {
  const storage = new Map<string, string>()
  const session = new Map<string, string>()
  const open = (stored: Map<string, string>) =>
    openSafeStorage(() => {
      if (broken) throw new DOMException('forbidden', 'SecurityError')
      const methods = {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, text: string) => void stored.set(key, text),
        removeItem: (key: string) => void stored.delete(key),
      }
      return methods as unknown as Storage
    })
  const environment = {
    dialog: false,
    joined: false,
    typing: false,
    blocked: false,
    succeeded: '',
    counted: [] as string[],
  }
  const create = () => {
    const created = createOverlayCoordinator({
      storage: open(storage),
      sessionStorage: open(session),
      hasJoined: () => environment.joined,
      count: (event, key) => void environment.counted.push(`${event} ${key}`),
    })
    return {
      ...created,
      /** as popups.island.tsx and bars.tsx request them */
      request: (overlay: Overlay) =>
        created.request(overlay, overlay.slot === 'popup' ? popupRefusal(overlay) : null),
      close: (overlay: Overlay) => created.close(overlay, environment.succeeded === overlay.key),
    }
  }
  const popupRefusal = (popup: Overlay) =>
    refusalIn(
      {
        ...quietPage,
        dialogOpen: environment.dialog,
        typing: environment.typing,
        phase: environment.blocked ? 1 : 5,
      },
      popup,
    )
  const coordinator = create()
  const openKey = (slot: Overlay['slot'] = 'popup') => coordinator.slots[slot].read()?.overlay.key
  return {
    environment,
    coordinator,
    openKey,
    reload: create,
    nextVisit() {
      session.clear()
      return create()
    },
  }
}

describe('popups', () => {
  test('[DASH-9] a popup is counted as shown when it opens, and as closed when it closes without a sign-up in it', () => {
    const { coordinator, environment } = setUp()
    coordinator.request(exitIntent)
    coordinator.request(exitIntent)
    coordinator.close(exitIntent)
    coordinator.request(exitIntent)
    coordinator.request(exitIntentSecond)
    environment.succeeded = exitIntentSecond.key
    coordinator.close(exitIntentSecond)
    expect(environment.counted).toEqual([
      'shown exit-intent',
      'closed exit-intent',
      'shown exit-intent-second',
    ])
  })

  test('[POP-1] one popup is active at a time: the second request is refused', () => {
    const { coordinator, openKey } = setUp()
    expect([
      coordinator.request(exitIntent),
      coordinator.request(exitIntentSecond),
      openKey(),
    ]).toEqual([null, 'active', 'exit-intent'])
  })

  test('[POP-1] a popup that is requested twice in one tick opens once', () => {
    const { coordinator } = setUp()
    let changes = 0
    coordinator.slots.popup.subscribe(() => void changes++)
    expect([
      coordinator.request(exitIntentSecond),
      coordinator.request(exitIntentSecond),
      changes,
    ]).toEqual([null, 'active', 1])
  })

  test('[POP-1] closing a popup dismisses its key permanently, also at the next visit', () => {
    const { coordinator, openKey, nextVisit } = setUp()
    coordinator.request(exitIntent)
    coordinator.close(exitIntent)
    expect([
      openKey(),
      coordinator.request(exitIntent),
      nextVisit().request(exitIntent),
      nextVisit().request(exitIntentSecond),
    ]).toEqual([undefined, 'dismissed', 'dismissed', null])
  })

  test('[POP-1] with broken storage a dismissal lasts for the page', () => {
    const { coordinator } = setUp({ broken: true })
    coordinator.request(exitIntent)
    coordinator.close(exitIntent)
    expect(coordinator.request(exitIntent)).toBe('dismissed')
  })

  test('[POP-1] closing a popup that is not open dismisses nothing', () => {
    const { coordinator, openKey, nextVisit } = setUp()
    coordinator.request(exitIntentSecond)
    coordinator.close(exitIntent)
    expect(openKey()).toBe('exit-intent-second')
    coordinator.close(exitIntentSecond)
    expect(nextVisit().request(exitIntent)).toBeNull()
  })

  test.each([
    [false, exitIntent, exitIntentSecond],
    [false, exitIntentSecond, exitIntent],
    [true, exitIntentSecond, exitIntent],
  ])(
    '[POP-5] both exit popups may open in a visit, each once; storage that throws: %s',
    (broken, one, other) => {
      const { coordinator } = setUp({ broken })
      for (const popup of [one, other]) {
        expect(coordinator.request(popup)).toBeNull()
        coordinator.close(popup)
      }
      expect([coordinator.request(one), coordinator.request(other)]).toEqual([
        'dismissed',
        'dismissed',
      ])
    },
  )

  test('[HERO-7] a popup that the visitor opens is open exactly while the coordinator names it, as often as they like', () => {
    const { coordinator, openKey } = setUp()
    for (let time = 0; time < 3; time++) {
      expect([coordinator.request(quizModal), openKey()]).toEqual([null, 'quiz-modal'])
      coordinator.close(quizModal)
      expect(openKey()).toBeUndefined()
    }
  })

  test('[POP-1] quiz, result and video overlay share one slot: automatic popups are refused meanwhile', () => {
    const { coordinator, openKey } = setUp()
    coordinator.request(quizModal)
    expect(coordinator.request(exitIntentSecond)).toBe('active')
    coordinator.request(quizResultModal)
    expect([openKey(), coordinator.request(exitIntentSecond)]).toEqual(['quiz-result', 'active'])
    coordinator.close(quizModal)
    expect(openKey()).toBe('quiz-result')
    coordinator.close(quizResultModal)
    coordinator.request(videoOverlay)
    expect(coordinator.request(exitIntent)).toBe('active')
  })

  test('[POP-1] a popup that the visitor opens replaces an automatic one without dismissing it', () => {
    const { coordinator, openKey, nextVisit } = setUp()
    coordinator.request(exitIntentSecond)
    expect([coordinator.request(quizModal), openKey()]).toEqual([null, 'quiz-modal'])
    coordinator.close(exitIntentSecond)
    coordinator.close(quizModal)
    expect(nextVisit().request(exitIntentSecond)).toBeNull()
  })

  test('[POP-1] a dialog that opened without a request blocks automatic popups too', () => {
    const { coordinator, environment } = setUp()
    environment.dialog = true
    expect(coordinator.request(exitIntentSecond)).toBe('active')
  })

  test.each(['joined', 'typing', 'blocked'] as const)(
    '[POP-1] a popup refused while %s is true opens afterwards',
    (name) => {
      const { coordinator, environment } = setUp()
      environment[name] = true
      expect(coordinator.request(exitIntent)).toBe(name === 'blocked' ? 'phase' : name)
      environment[name] = false
      expect(coordinator.request(exitIntent)).toBeNull()
    },
  )

  test('[POP-5] the second exit popup is not bound to a phase', () => {
    const { coordinator, environment } = setUp()
    environment.blocked = true
    expect([coordinator.request(exitIntent), coordinator.request(exitIntentSecond)]).toEqual([
      'phase',
      null,
    ])
  })
})

describe('bars', () => {
  type Act = 'request' | 'close' | 'toggleMinimized'
  const after = (...acts: [Act, Overlay][]) => {
    const world = setUp()
    for (const [act, bar] of acts) world.coordinator[act](bar)
    return world
  }

  test.each<[string, [Act, Overlay][], Overlay, Refusal | null]>([
    ['[BAR-1] a hidden bar may open', [], stickyBar, null],
    [
      '[BAR-1] a dismissed bar may not open',
      [
        ['request', stickyBar],
        ['close', stickyBar],
      ],
      stickyBar,
      'dismissed',
    ],
    [
      '[BAR-1] a minimized bar does not open again',
      [
        ['request', stickyBar],
        ['toggleMinimized', stickyBar],
      ],
      stickyBar,
      'active',
    ],
    ['[BAR-3] the first bar opens over the second', [['request', secondBar]], stickyBar, null],
    ['[BAR-3] the second bar may open where no other is open', [], secondBar, null],
    [
      '[BAR-3] the second bar may open after the first was closed',
      [
        ['request', stickyBar],
        ['close', stickyBar],
      ],
      secondBar,
      null,
    ],
    [
      '[BAR-3] the second bar may not open while the first is visible',
      [['request', stickyBar]],
      secondBar,
      'active',
    ],
    [
      '[BAR-3] the second bar may not open while the first is minimized',
      [
        ['request', stickyBar],
        ['toggleMinimized', stickyBar],
      ],
      secondBar,
      'active',
    ],
    [
      '[BAR-3] the second bar may not open once it was dismissed',
      [
        ['request', secondBar],
        ['close', secondBar],
      ],
      secondBar,
      'dismissed',
    ],
  ])('%s', (_, acts, bar, refusal) => expect(after(...acts).coordinator.request(bar)).toBe(refusal))

  test.each([stickyBar, secondBar])('[FORM-9] after a sign-up $key may not open', (bar) => {
    const { coordinator, environment } = setUp()
    environment.joined = true
    expect(coordinator.request(bar)).toBe('joined')
  })

  test.each(['typing', 'blocked', 'dialog'] as const)('[BAR-1] a bar opens while %s', (name) => {
    const { coordinator, environment } = setUp()
    environment[name] = true
    expect(coordinator.request(stickyBar)).toBeNull()
  })

  test('[POP-1] a popup and a bar are open at once', () => {
    const { openKey } = after(['request', stickyBar], ['request', exitIntent])
    expect([openKey('bar'), openKey('popup')]).toEqual(['sticky-bar', 'exit-intent'])
  })

  test('[BAR-3] the first bar closes the second, without dismissing it', () => {
    const { coordinator, openKey } = after(['request', secondBar], ['request', stickyBar])
    expect(openKey('bar')).toBe('sticky-bar')
    coordinator.hide(stickyBar)
    expect(coordinator.request(secondBar)).toBeNull()
  })

  test('[BAR-3] a bar that was closed stays closed when the first opens', () => {
    const { coordinator, openKey } = after(
      ['request', secondBar],
      ['close', secondBar],
      ['request', stickyBar],
    )
    expect(openKey('bar')).toBe('sticky-bar')
    coordinator.hide(stickyBar)
    expect(coordinator.request(secondBar)).toBe('dismissed')
  })

  test('[DASH-9] a bar is counted as shown when it opens, and as closed when the visitor closes it before a sign-up', () => {
    const { coordinator, environment } = after(
      ['request', secondBar],
      ['request', stickyBar],
      ['toggleMinimized', stickyBar],
      ['close', stickyBar],
      ['request', secondBar],
    )
    environment.succeeded = secondBar.key
    coordinator.close(secondBar)
    expect(environment.counted).toEqual([
      'shown second-bar',
      'shown sticky-bar',
      'closed sticky-bar',
      'shown second-bar',
    ])
  })

  test('[BAR-1] a bar is hidden, visible, minimized, restored and closed', () => {
    const { coordinator } = setUp()
    const states = (['request', 'toggleMinimized', 'toggleMinimized', 'close'] as const).map(
      (act) => {
        coordinator[act](stickyBar)
        return coordinator.slots.bar.read()?.state ?? 'none'
      },
    )
    expect([...states, coordinator.request(stickyBar)]).toEqual([
      'visible',
      'minimized',
      'visible',
      'none',
      'dismissed',
    ])
  })

  test.each([
    ['working', false],
    ['broken', true],
  ])('[BAR-1] with %s storage a closed bar does not open again in this visit', (_, broken) => {
    const { coordinator, openKey } = setUp({ broken })
    coordinator.request(stickyBar)
    coordinator.close(stickyBar)
    expect([coordinator.request(stickyBar), openKey('bar')]).toEqual(['dismissed', undefined])
  })

  test('[BAR-1] a dismissal lasts for the visit: over a reload, not to the next visit', () => {
    const { reload, nextVisit } = after(['request', secondBar], ['close', secondBar])
    expect([
      reload().request(secondBar),
      reload().request(stickyBar),
      nextVisit().request(secondBar),
    ]).toEqual(['dismissed', null, null])
  })

  test('[BAR-1] a bar that is not open cannot be minimized or hidden', () => {
    const { coordinator, openKey } = setUp()
    coordinator.toggleMinimized(stickyBar)
    coordinator.hide(secondBar)
    expect(openKey('bar')).toBeUndefined()
  })
})
