import type { ReactNode } from 'react'
import { Day, dayOf, Moment } from '#dashboard/frame/times.tsx'

/** `main`: the person joined or confirmed. */
export type Entry = { at: number; main?: boolean; title: ReactNode; text?: ReactNode }

export const Timeline = ({ entries }: { entries: readonly Entry[] }) => (
  <ol className="timeline">
    {entries.map(({ at, main, title, text }, index) => (
      <li key={index} className={main ? 'main' : undefined}>
        <p className="when">
          {(index === 0 || dayOf(entries[index - 1]!.at) !== dayOf(at)) && (
            <>
              <Day at={at} />,{' '}
            </>
          )}
          <Moment at={at} />
        </p>
        <div>
          <h3>{title}</h3>
          {text}
        </div>
      </li>
    ))}
  </ol>
)
