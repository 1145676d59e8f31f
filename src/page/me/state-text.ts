import { me } from '#campaign/copy/me.ts'
import type { PersonalData } from '#contract/personal-data.ts'
import { withPromises } from '#contract/promise-blanks.ts'
import { fill } from '#contract/text.ts'
import { timeOf } from './words.ts'

/** Whether somebody is on the list, and since when. */
export const stateText = (person: PersonalData, timeZone: string): string =>
  fill(withPromises(me.states[person.state]), {
    joined: timeOf(person.joinedAt, timeZone),
    confirmed: timeOf(person.confirmedAt, timeZone),
    left: timeOf(person.leftAt, timeZone),
  })
