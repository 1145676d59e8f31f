import type { ReactNode } from 'react'
import { failed } from '#campaign'
import { fill } from '#contract/text.ts'

/** FLOW-3: all that a visitor sees of an error in a section. `again` is its button. */
export const FailedPanel = ({ section, again }: { section: string; again: ReactNode }) => (
  <div className="failed" role="alert">
    <div>
      <h2>{failed.title}</h2>
      <p>{fill(failed.section, { section })}</p>
    </div>
    {again}
  </div>
)

/** Without `onPress` it sends the form around it. */
export const AgainButton = ({ onPress }: { onPress?: () => void }) => (
  <button className="btn" data-look="line" type={onPress ? 'button' : 'submit'} onClick={onPress}>
    {failed.again}
  </button>
)
