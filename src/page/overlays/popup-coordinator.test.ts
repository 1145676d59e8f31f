import { describe, expect, test } from 'vitest'
import { openSafeStorage } from '#page/browser/safe-storage.ts'
import {
  answerTo,
  openPlace,
  type PopupRule,
  type Refusal,
  type Situation,
} from './popup-coordinator.ts'
import { quizModal, quizResultModal } from './quiz-popups.ts'
import { videoOverlay } from './video-overlay.ts'

const exit: PopupRule = {
  key: 'exit-intent',
  askedBy: 'page',
  dismissal: 'lasts',
  phasedAs: 'exit-intent',
}
const stay: PopupRule = { key: 'exit-intent-second', askedBy: 'page', dismissal: 'lasts' }

const free: Situation = {
  active: false,
  dismissed: false,
  joined: false,
  typing: false,
  blocked: false,
}
const granted = { granted: true }

describe('what is asked for', () => {
  test('[POP-1] by the page opens where nothing is against it', () =>
    expect(answerTo(exit, free)).toEqual(granted))
  test.each<[keyof Situation, Refusal]>([
    ['active', 'active'],
    ['dismissed', 'dismissed'],
    ['joined', 'joined'],
    ['typing', 'typing'],
    ['blocked', 'phase'],
  ])('[POP-1] by the page while %s is so, is refused: %s', (name, refused) =>
    expect(answerTo(exit, { ...free, [name]: true })).toEqual({ refused }),
  )
  test.each<keyof Situation>(['active', 'joined', 'typing', 'blocked'])(
    '[POP-1] by the visitor opens while %s is so',
    (name) => {
      expect(answerTo(quizModal, { ...free, [name]: true })).toEqual(granted)
    },
  )
})

/** A world whose switches a test turns. `storage` throws where it is broken. */
function setUp({ broken = false } = {}) {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
  const world = {
    dialog: false,
    joined: false,
    typing: false,
    blocked: false,
    succeeded: '',
    counted: [] as string[],
  }
  const open = () =>
    openPlace({
      safeStorage: openSafeStorage(() => {
        if (broken) throw new DOMException('forbidden', 'SecurityError')
        return storage as unknown as Storage
      }),
      isDialogOpen: () => world.dialog,
      hasJoined: () => world.joined,
      isTyping: () => world.typing,
      isBlocked: () => world.blocked,
      succeeded: (key) => world.succeeded === key,
      count: (what, key) => void world.counted.push(`${what} ${key}`),
    })
  return { world, place: open(), nextVisit: open }
}

describe('the place', () => {
  test('[DASH-9] a popup is counted as shown when it opens, and as closed when it is left without a sign-up in it', () => {
    const { place, world } = setUp()
    place.ask(exit)
    place.ask(exit)
    place.leave(exit)
    place.ask(exit)
    place.ask(stay)
    world.succeeded = stay.key
    place.leave(stay)
    expect(world.counted).toEqual([`shown ${exit.key}`, `closed ${exit.key}`, `shown ${stay.key}`])
  })

  test('[POP-1] one popup is active at a time: the second to ask is refused', () => {
    const { place } = setUp()
    expect([place.ask(exit), place.ask(stay), place.read()]).toEqual([
      granted,
      { refused: 'active' },
      'exit-intent',
    ])
  })

  test('[POP-1] a popup asked for twice in a tick opens once', () => {
    const { place } = setUp()
    let changes = 0
    place.subscribe(() => void changes++)
    expect([place.ask(stay), place.ask(stay), changes]).toEqual([granted, { refused: 'active' }, 1])
  })

  test('[POP-1] closed, its key is dismissed for good: at the next visit too', () => {
    const { place, nextVisit } = setUp()
    place.ask(exit)
    place.leave(exit)
    expect([place.read(), place.ask(exit), nextVisit().ask(exit), nextVisit().ask(stay)]).toEqual([
      null,
      { refused: 'dismissed' },
      { refused: 'dismissed' },
      granted,
    ])
  })

  test('[POP-1] with broken storage it is dismissed for this visit', () => {
    const { place } = setUp({ broken: true })
    place.ask(exit)
    place.leave(exit)
    expect(place.ask(exit)).toEqual({ refused: 'dismissed' })
  })

  test('[POP-1] closing what does not stand there dismisses nothing', () => {
    const { place } = setUp()
    place.ask(stay)
    place.leave(exit)
    expect(place.read()).toBe('exit-intent-second')
  })

  test('[HERO-7] what the visitor asks for is open exactly while the place names it, as often as they like', () => {
    const { place } = setUp()
    for (let time = 0; time < 3; time++) {
      expect([place.ask(quizModal), place.read()]).toEqual([granted, 'quiz-modal'])
      place.leave(quizModal)
      expect(place.read()).toBeNull()
    }
  })

  test("[POP-1] quiz, result and video overlay hold the same place: the page's own are refused meanwhile", () => {
    const { place } = setUp()
    place.ask(quizModal)
    expect(place.ask(stay)).toEqual({ refused: 'active' })
    place.ask(quizResultModal)
    expect([place.read(), place.ask(stay)]).toEqual(['quiz-result', { refused: 'active' }])
    place.leave(quizModal)
    expect(place.read()).toBe('quiz-result')
    place.leave(quizResultModal)
    place.ask(videoOverlay)
    expect(place.ask(exit)).toEqual({ refused: 'active' })
  })

  test('[POP-1] what the visitor asks for takes the place of what nobody asked for, which is not dismissed by that', () => {
    const { place } = setUp()
    place.ask(stay)
    expect([place.ask(quizModal), place.read()]).toEqual([granted, 'quiz-modal'])
    place.leave(stay)
    place.leave(quizModal)
    expect(place.ask(stay)).toEqual(granted)
  })

  test('[POP-1] a dialog that is open without having asked holds the place too', () => {
    const { place, world } = setUp()
    world.dialog = true
    expect(place.ask(stay)).toEqual({ refused: 'active' })
  })

  test.each(['joined', 'typing', 'blocked'] as const)(
    '[POP-1] a popup refused while %s opens once that is over',
    (name) => {
      const { place, world } = setUp()
      world[name] = true
      expect(place.ask(exit)).toEqual({ refused: name === 'blocked' ? 'phase' : name })
      world[name] = false
      expect(place.ask(exit)).toEqual(granted)
    },
  )

  test('[POP-5] the second is bound to no phase', () => {
    const { place, world } = setUp()
    world.blocked = true
    expect([place.ask(exit), place.ask(stay)]).toEqual([{ refused: 'phase' }, granted])
  })
})
