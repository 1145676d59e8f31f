import type { ReactNode } from 'react'
import { Day, dayOf, Moment } from '#dashboard/frame/times.tsx'

/** `main`: the person joined or confirmed. */
export type Entry = { atMs: number; main?: boolean; title: ReactNode; text?: ReactNode }

export const Timeline = ({ entries }: { entries: readonly Entry[] }) => (
  <ol className="timeline">
    {entries.map(({ atMs, main, title, text }, index) => (
      <li key={index} className={main ? 'main' : undefined}>
        <p className="when">
          {(index === 0 || dayOf(entries[index - 1]!.atMs) !== dayOf(atMs)) && (
            <>
              <Day atMs={atMs} />,{' '}
            </>
          )}
          <Moment atMs={atMs} />
        </p>
        <div>
          <h3>{title}</h3>
          {text}
        </div>
      </li>
    ))}
  </ol>
)
