import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { notices } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { Figures } from '#contract/figures/figures.ts'
import { fill } from '#contract/text.ts'
import { isFieldFocused } from '#page/browser/fields.ts'
import { isPaused, motion } from '#page/browser/motion.ts'
import { pageClock } from '#page/browser/page-clock.ts'
import { safeSessionStorage, safeStorage } from '#page/browser/safe-storage.ts'
import { useRestoreFocus } from '#page/browser/use-restore-focus.ts'
import { useRootAttribute } from '#page/browser/use-root-attribute.ts'
import { hasJoined, lastSignup } from '#page/signup/joined.ts'
import { toasts } from '#page/ui/toasts.ts'
import { useHold } from '#page/ui/use-pausable-timeout.ts'
import '#page/styles/recent.css'
import { asOneStop } from './overlay.ts'
import { entryAt, initialRotation, nextRotation } from './recent-rotation.ts'

type Entry = Figures['recent']['entries'][number]
type Words = NonNullable<Campaign['sections']['recent']>
/** `once`: each entry is shown once in a visit (LIVE-7) */
export type RecentProps = { entries: readonly Entry[]; words: Words; once?: boolean }

const closedKey = 'ascend.closed:recent'
const markClosed = () => safeSessionStorage.set(closedKey, '1')

/** POP-2: shows the recent sign-ups in rotation, until the visitor joins or closes the notice. */
export function RecentNotices({ entries, words, once }: RecentProps) {
  const [closed, setClosed] = useState(false)
  const index = useSyncExternalStore(
    subscribe,
    () => currentEntry(once ? Infinity : entries.length),
    () => null,
  )
  const entry = index === null ? undefined : entries[index]
  if (closed || !entry || safeSessionStorage.get(closedKey) !== null) return null
  const close = () => {
    markClosed()
    setClosed(true)
  }
  return (
    <HoldRotation onGone={once && markClosed}>
      <RecentNotice entry={entry} words={words} onClose={close} />
    </HoldRotation>
  )
}

/** The notice is no live region, since it would interrupt screen readers. */
export const RecentNotice = ({
  entry: { name, city, minutesAgo },
  words: { text, ago, lang },
  onClose,
}: {
  entry: Entry
  words: Words
  onClose?: () => void
}) => (
  <aside className="recent" aria-label={notices.recent}>
    <p lang={lang}>
      <b>{fill(text, { name, city })}</b> <span>{fill(ago, { n: minutesAgo })}</span>
    </p>
    <button className="close" type="button" aria-label={notices.close} onClick={onClose} />
  </aside>
)

/** Holds the rotation while its content is hovered or focused. */
function HoldRotation({
  onGone,
  children,
}: {
  onGone: (() => void) | false | undefined
  children: ReactNode
}) {
  const { held, hold } = useHold()
  const box = useRef<HTMLDivElement>(null)
  useRestoreFocus(box)
  useRootAttribute('data-recent', true)
  useEffect(() => {
    isHeld = held
    return () => {
      isHeld = false
    }
  }, [held])
  useEffect(() => onGone || undefined, [onGone])
  return (
    <div ref={box} {...hold}>
      {children}
    </div>
  )
}

let rotation = initialRotation
let isHeld = false

/**
 * The entry that is shown now, if any: none after a sign-up, while the page is paused, while a
 * field has the focus, or while a popup or toast is open.
 */
function currentEntry(entries: number): number | null {
  const typing = isFieldFocused(document)
  const covered = toasts.read() !== null || document.querySelector('dialog[open]') !== null
  rotation = nextRotation(rotation, pageClock.read(), { held: isHeld || typing, covered })
  return typing || isPaused() || hasJoined(safeStorage) ? null : entryAt(rotation, entries)
}

/** The clock ticks once a second; every other change takes effect at once. */
function subscribe(listener: () => void) {
  for (const type of events) document.addEventListener(type, listener, true)
  return asOneStop([
    ...[pageClock, motion, toasts, lastSignup].map((store) => store.subscribe(listener)),
    ...events.map((type) => () => document.removeEventListener(type, listener, true)),
  ])
}

/** `toggle` is the event of a dialog that opens. */
const events = ['focusin', 'focusout', 'toggle']
