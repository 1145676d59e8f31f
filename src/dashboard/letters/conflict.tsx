import { letterPath } from '#contract/letter-screens.ts'
import { describeAudience } from '#contract/letter-screens.ts'
import { languageName } from './words.tsx'
import { letterState } from '#contract/letter-words.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { DayAndTime } from '#dashboard/frame/times.tsx'

/** Somebody else saved or sent the letter meanwhile: both texts are shown, and neither is lost. */
export function LetterConflict({ theirs }: ViewOf<'letter-compose'>) {
  const { id, fields, state, by, atMs } = theirs!
  const isDraft = state === 'draft'
  return (
    <section className="plate alarm" aria-labelledby="conflict">
      <div className="caption">
        <h2 id="conflict">Not saved</h2>
        <p className="note">
          {by} {isDraft ? 'saved this letter' : `changed it to ‘${letterState(state, null)}’`}{' '}
          <DayAndTime atMs={atMs} />, after you had opened it.
        </p>
      </div>
      <div className="body stack">
        <p role="alert">
          {isDraft
            ? 'Your text is in the form below. Compare it with the saved one; Save replaces the saved one with yours.'
            : 'Your text is in the form below. Save keeps it as a new draft.'}
        </p>
        <p>
          <a className="link" href={letterPath(id)}>
            Discard mine and open the saved letter
          </a>
        </p>
        <h3>The saved letter</h3>
        <dl className="facts">
          <div>
            <dt>Audience</dt>
            <dd>{describeAudience(fields)}</dd>
          </div>
          <div>
            <dt>Language</dt>
            <dd>{languageName(fields.lang)}</dd>
          </div>
          <div>
            <dt>Subject</dt>
            <dd>{fields.subject}</dd>
          </div>
          <div>
            <dt>Preview line</dt>
            <dd>{fields.preview}</dd>
          </div>
        </dl>
        <pre className="markdown">{fields.body}</pre>
      </div>
    </section>
  )
}
