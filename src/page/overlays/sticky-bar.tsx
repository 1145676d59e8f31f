import type { MouseEvent } from 'react'
import { bars, notices } from '#campaign'
import { fill } from '#contract/text.ts'
import { safeStorage } from '#page/browser/safe-storage.ts'
import { hasJoined } from '#page/signup/joined.ts'
import { SignupForm } from '#page/signup/signup-form.island.tsx'
import { figureNow, showFigures } from '#page/figures/show-figures.ts'
import { showToast, toasts } from '#page/ui/toasts.ts'
import { createStore } from '#page/browser/store.ts'
import type { Bar, BarsProps, BarViewProps } from './overlay.ts'

const minScrollPx = 300
const reminderDelayMs = 3_000

/** BAR-1, BAR-2, BAR-4: the page's sticky call to action, at every width. */
export const stickyBar: Bar = {
  key: 'sticky-bar',
  slot: 'bar',
  openedBy: 'page',
  dismissal: 'visit',
  priority: 1,
  watch({ request }) {
    const stopped = new AbortController()
    const check = () => {
      if (scrollY <= minScrollPx) return
      stopped.abort()
      request(stickyBar)
    }
    addEventListener('scroll', check, { passive: true, signal: stopped.signal })
    check()
    return () => stopped.abort()
  },
  onClosed: remindLater,
  View: StickyBar,
}

/**
 * A minimized bar keeps what was typed in its form. BAR-4: styles/bars.css shows the words without
 * a number in phases 4 and 5.
 */
export function StickyBar({
  state,
  quiet,
  spots,
  words,
  onMinimize,
  onClose,
  ...form
}: BarViewProps) {
  const minimized = state === 'minimized'
  return (
    <aside
      className="dock"
      data-state={state}
      data-quiet={quiet || undefined}
      aria-label={bars.label}
    >
      <p className="left" ref={showFigures}>
        {spots && (
          <span>
            <b className="num" data-live={spots.live} data-tick={spots.tick}>
              {spots.text}
            </b>{' '}
            {words.asOf ? <LiveWords text={words.spots} asOf={words.asOf} /> : words.spots}
          </span>
        )}
        <span>{words.uncounted}</span>
      </p>
      <div className="entry" hidden={minimized}>
        <SignupForm
          variant="bar"
          size="small"
          placeholder={words.placeholder}
          ctaText={words.cta}
          section="sticky-bar"
          {...form}
        />
      </div>
      <div className="tools" onMouseDown={keepFocus}>
        <button
          className="fold"
          type="button"
          aria-label={minimized ? bars.restore : bars.minimize}
          aria-expanded={!minimized}
          onClick={onMinimize}
        />
        <button className="close" type="button" aria-label={notices.close} onClick={onClose} />
      </div>
    </aside>
  )
}

type LiveProps = { text: string; asOf: NonNullable<BarsProps['words']['asOf']> }

const LiveWords = ({ text, asOf: [before, time, after] }: LiveProps) => (
  <span>
    {text}
    <span className="as-of">
      {before}
      <span data-live="time">{time}</span>
      {after}
    </span>
  </span>
)

/**
 * If the press took the focus from the field, the bar would shrink and the button would move away
 * from the pointer.
 */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** Whether the reminder is still to come, or stands. */
export const reminding = createStore(false)

/** BAR-2. No reminder after a sign-up in the meantime. */
function remindLater({ words, spots }: BarsProps) {
  reminding.write(true)
  setTimeout(() => {
    if (spots && !hasJoined(safeStorage))
      showToast({
        text: fill(words.reminder, { n: figureNow(spots) }),
        tone: 'plain',
      })
    const end = () => {
      if (toasts.read()) return
      stop()
      reminding.write(false)
    }
    const stop = toasts.subscribe(end)
    end()
  }, reminderDelayMs)
}
