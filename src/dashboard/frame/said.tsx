import { Fragment, type ReactNode } from 'react'
import type { Words } from '#contract/ask.ts'
import { Day, DayAndTime } from './times.tsx'

/** Words that the server wrote. `nowMs`: where a time may be today. */
export const Said = ({ words, nowMs }: { words: Words; nowMs?: number | undefined }): ReactNode => {
  if (typeof words === 'string') return words
  if ('moment' in words) return <DayAndTime atMs={words.moment} />
  if ('soon' in words) return <DayAndTime atMs={words.soon} nowMs={nowMs} />
  if ('day' in words) return <Day atMs={words.day} />
  if ('quoted' in words) return <q className="quoted">{words.quoted}</q>
  if ('link' in words)
    return (
      <a className="link" href={words.path}>
        <bdi>{words.link}</bdi>
      </a>
    )
  if ('small' in words)
    return (
      <small>
        <Said words={words.small} nowMs={nowMs} />
      </small>
    )
  if ('name' in words) return <bdi>{words.name}</bdi>
  // The parts of a sentence do not change their order.
  return words.map((part, index) => (
    <Fragment key={index}>
      <Said words={part} nowMs={nowMs} />
    </Fragment>
  ))
}
