import { me } from '#campaign/copy/me.ts'
import type { PersonalData } from '#contract/personal-data.ts'
import { withPromises } from '#contract/promise-blanks.ts'
import { filled, timeOf } from './words.ts'

/** Whether somebody is on the list, and since when. */
export const stateText = (person: PersonalData, timeZone: string): string =>
  filled(withPromises(me.states[person.state]), {
    joined: timeOf(person.joinedAt, timeZone),
    confirmed: timeOf(person.confirmedAt, timeZone),
    left: timeOf(person.leftAt, timeZone),
  })
