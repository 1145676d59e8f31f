import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { Campaign } from '#contract/campaign.ts'
import type { Figures } from '#contract/figures.ts'
import { safeSessionStorage } from '#page/browser/safe-storage.ts'
import { useRestoreFocus } from '#page/browser/use-restore-focus.ts'
import { useHold } from '#page/ui/use-stay.ts'
import '#page/styles/recent.css'
import { RecentNotice } from './recent-notice.tsx'
import { recentRound } from './recent-rotation.ts'

export type RecentProps = {
  entries: Figures['recent']['entries']
  words: NonNullable<Campaign['sections']['recent']>
}

const key = 'ascend.closed:recent'

/** POP-2: by the page's clock. It takes no place among the popups. */
export function RecentNotices({ entries, words }: RecentProps) {
  const [closed, setClosed] = useState(false)
  const index = useSyncExternalStore(
    recentRound.subscribe,
    () => recentRound.entryNow(entries.length),
    () => null,
  )
  const entry = index === null ? undefined : entries[index]
  if (closed || !entry || safeSessionStorage.get(key) !== null) return null
  const close = () => {
    safeSessionStorage.set(key, '1')
    setClosed(true)
  }
  return (
    <Held>
      <RecentNotice entry={entry} words={words} onClose={close} />
    </Held>
  )
}

/** What has gone holds nothing any more. */
function Held({ children }: { children: ReactNode }) {
  const { held, hold } = useHold()
  const box = useRef<HTMLDivElement>(null)
  useRestoreFocus(box)
  useEffect(() => {
    recentRound.hold(held)
    return () => recentRound.hold(false)
  }, [held])
  return (
    <div ref={box} {...hold}>
      {children}
    </div>
  )
}
