import { grouped } from '#contract/figures.ts'
import {
  actAffects,
  peopleHref,
  peoplePaths,
  type ManyAct,
  type PeopleQuery,
  type StateCounts,
} from '#contract/people-list.ts'
import { personStates, type PersonState } from '#contract/waitlist.ts'

type Words = {
  name: string
  title: (people: string) => string
  button: (people: string) => string
  others: string
  mail: string
  wayBack: string
  danger?: true
}

/** The name and the effect of each act on many people. */
export const words: Record<ManyAct, Words> = {
  'take-off': {
    name: 'Take off the list',
    title: (people) => `Take ${people} off the list?`,
    button: (people) => `Take ${people} off the list`,
    others: 'left already, or undeliverable',
    mail: 'none from now on; waiting mails are cancelled',
    wayBack: 'only by each person: a new sign-up and a new confirmation',
  },
  suppress: {
    name: 'Suppress',
    title: (people) => `Suppress ${people}?`,
    button: (people) => `Suppress ${people}`,
    others: 'get no mail already',
    mail: 'none, ever; waiting mails are cancelled',
    wayBack: 'none: a new sign-up or an import brings no mail either',
    danger: true,
  },
}

/** How many stay as they are, and why. */
export function NotAffected({ act, states }: { act: ManyAct; states: StateCounts }) {
  const affected: readonly PersonState[] = actAffects[act]
  const others = personStates.filter((state) => !affected.includes(state) && states[state] > 0)
  return others.length === 0
    ? '0'
    : others.map((state) => `${grouped(states[state])} ${whyNot[state]}`).join(', ')
}

const whyNot: Record<PersonState, string> = {
  unconfirmed: 'unconfirmed',
  confirmed: 'confirmed',
  unsubscribed: 'left already',
  bounced: 'get no mail already (bounced)',
  complained: 'get no mail already (complained)',
  suppressed: 'get no mail already (suppressed)',
}

export const BackToList = ({ query }: { query: PeopleQuery }) => (
  <a className="crumb" href={peopleHref(peoplePaths.list, query)}>
    People
  </a>
)

export const sumOf = (states: StateCounts, of: readonly PersonState[]) =>
  of.reduce((sum, state) => sum + states[state], 0)
