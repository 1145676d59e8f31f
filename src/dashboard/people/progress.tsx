import { use } from 'react'
import { navigation } from '#contract/navigation.ts'
import { peoplePaths } from '#contract/people-list.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Screen } from '#dashboard/frame/screen.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { words } from './many-words.tsx'
import { grouped, peopleText } from '#contract/text.ts'

/** An act that takes longer, or that ended with the server. */
export const PeopleProgressScreen = ({
  id,
  act,
  changed,
  people,
  again,
}: ViewOf<'people-progress'>) => (
  <Screen
    nav="people"
    wide
    title={again ? 'This did not finish' : 'Under way'}
    back={navigation.people}
  >
    <section className="plate" aria-label={words[act].name}>
      <div className="caption flow">
        <h2>{words[act].name}</h2>
      </div>
      <div className="body stack">
        {again ? (
          <>
            <p>
              The server ended before all of {peopleText(people)} were changed. The{' '}
              {grouped(changed)} who were stay so. Starting again changes only the others.
            </p>
            {use(Frame).engine === 'Postgres' && (
              <p>If another server is doing it, this number still grows.</p>
            )}
            <p>
              <a className="button" href={again}>
                See who is left
              </a>
            </p>
          </>
        ) : (
          <>
            <p role="status">
              {grouped(changed)} of {peopleText(people)} so far. It goes on when you close this
              window.
            </p>
            <p>
              <a className="button" href={peoplePaths.progress(id)}>
                Look again
              </a>
            </p>
          </>
        )}
      </div>
    </section>
  </Screen>
)
