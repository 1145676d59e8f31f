import { campaign } from '#campaign'
import { partsOf } from '#contract/campaign/campaign-parts.ts'
import type { Question } from '#contract/dashboard/ask.ts'
import { storedInWords } from '#contract/people/personal-data.ts'
import { personActPath } from '#contract/people/screens.ts'
import { deleteLeftElsewhere, erase, findLeftElsewhere } from '#server/signup/erasure.ts'
import { readClosedList } from './personal-data.ts'
import {
  addressed,
  asked,
  emailOf,
  gone,
  notOnList,
  onPerson,
  personAct,
  withAddress,
  type Person,
  type PersonActDeps,
  type Target,
} from './person.ts'

/** Erases a person, by their page, or whatever an address is known by, by a command. */
export const erasePerson = personAct({
  ...onPerson,
  name: 'erase',
  said: 'Erased a person',
  path: personActPath(':id', 'erase'),
  ask: async (_, facts: Person) => askErase(facts),
  offer: () => ({ label: 'Erase', danger: true }),
  run: eraseTarget,
  outcome: ({ there, missing }) => (there ? 'done' : missing),
  command: {
    name: 'erase',
    help: 'Deletes all personal data of one person immediately. A keyed hash of the address stays, so that imports recognise and refuse it.',
    argument: 'ADDRESS',
    options: {
      yes: {
        flag: true,
        help: 'also deletes the note that the address left an earlier service; without it the command asks',
      },
    },
    read: (deps, { yes }, typed) =>
      withAddress(typed, async (email) => {
        const notes = await findLeftElsewhere(deps.store.db, [email], deps.secrets)
        const kind = notes.get(email)
        return kind === undefined || yes
          ? {
              subject: { ...(await addressed(deps, email)), noted: kind !== undefined },
              fields: {},
            }
          : {
              wrong: `An import has noted about this address: ${kind} at an earlier service. Erasing deletes this note too, and the address is refused as erased from then on. Nothing was erased yet: run the same command with --yes.`,
            }
      }),
    json: ({ there, asked }) => ({ erased: there, closedList: asked }),
    says: (done) => [describeErased(done)],
  },
})

function askErase(facts: Person): Question {
  return asked(facts, {
    title: 'Erase this person?',
    note: 'The person does not get a notice. If they asked for this, tell them.',
    facts: {
      'Deleted at once': [
        'the address and where it came from',
        ...storedInWords(facts.person, partsOf(campaign)),
      ].join(', '),
      'In backups': 'until you delete the backups made before',
      Stays:
        'a keyed hash without the address, so that no import adds it again; counts without a name; the log of what operators did, without the address',
      'Way back': 'the person can sign up again, as a new person',
    },
    text: 'This cannot be undone.',
    button: 'Erase for good',
    danger: true,
    back: 'Cancel',
  })
}

async function eraseTarget(
  { store, secrets, now }: PersonActDeps,
  { subject }: { subject: Target },
) {
  let asked = false
  const there = await erase(
    store,
    async (trx) => {
      const email = 'email' in subject ? subject.email : await emailOf(trx, subject.id)
      if (email === undefined) return undefined
      await deleteLeftElsewhere(trx, email, secrets)
      asked = (await readClosedList(trx, email)) !== null
      return email
    },
    secrets[0],
    now,
  )
  const noted = 'noted' in subject && subject.noted === true
  return { there, asked, noted, missing: 'email' in subject ? notOnList : gone }
}

/** `asked`: the closed list for one mail. `noted`: by an import, that the address left elsewhere. */
function describeErased(done: { there: boolean; asked: boolean; noted: boolean }): string {
  const { there, asked, noted } = done
  const request = "The address's request to a closed list for one mail was deleted."
  if (there)
    return `Erased. ${asked ? `${request} ` : ''}A keyed hash of the address stays, so that imports refuse it.`
  const others = [
    ...(asked ? [request] : []),
    ...(noted ? ['The note of an import was deleted.'] : []),
  ]
  const nothing = others.length === 0 ? ': there was nothing to erase' : ''
  return [
    `The address was not on the list${nothing}.`,
    ...others,
    'Its keyed hash is stored now, so that imports refuse it.',
  ].join(' ')
}
