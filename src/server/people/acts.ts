import { z } from 'zod'
import { campaign } from '#campaign'
import { amountInWords } from '#contract/promises/amounts.ts'
import type { AskInput, Question } from '#contract/dashboard/ask.ts'
import { mainLang } from '#contract/mails/mails.ts'
import { operatorTime } from '#contract/promises/operator-times.ts'
import { describeNotResent, personActPath, type NotResent } from '#contract/people/screens.ts'
import type { PersonalData } from '#contract/people/personal-data.ts'
import { promises } from '#contract/promises/promises.ts'
import { plural } from '#contract/english.ts'
import {
  isSilenced,
  suppressionReasons,
  type PersonState,
  type SuppressionReason,
} from '#contract/people/waitlist.ts'
import type { Act } from '#server/acts/act.ts'
import { lockedForChange } from '#server/db/locks.ts'
import { leave, stateOf, suppress, suppressAddress } from '#server/signup/membership.ts'
import { resendConfirm } from '#server/signup/confirm-people.ts'
import { erasePerson } from './erase-act.ts'
import {
  addressed,
  asked,
  gone,
  nothing,
  notOnList,
  onPerson,
  personAct,
  withAddress,
  type Person,
  type PersonActDeps,
  type Target,
} from './person.ts'

const resend = personAct<{ id: string }, Person>({
  ...onPerson,
  name: 'resend-confirm',
  said: 'Queued the confirm mail again',
  path: personActPath(':id', 'resend'),
  ask: async (_, facts) => askResend(facts),
  offer: ({ resend: { may } }) => (may ? { label: 'Send the confirm mail again' } : null),
  async run({ store, now, mailQueued }, { subject: { id } }) {
    const resent = await store.transact((trx) => resendConfirm(trx, store, id, now()))
    if (resent === null) return gone
    if (!resent.may) return `nothing changed, ${notResent[resent.why]}`
    mailQueued()
    return 'done'
  },
  outcome: (outcome) => outcome,
})

function askResend(facts: Person): Question {
  const { person, resend, deletedAt } = facts
  const note =
    'The links in the earlier mails still work. If two accepted mails brought no confirmation, look at the provider first.'
  if (!resend.may) return nothing(facts, note, describeNotResent(resend))
  const sent = person.mails.filter(({ template }) => template === 'confirm')
  const last = sent.at(-1)
  const left = promises.confirmMails.n - 1 - resend.sent
  return asked(facts, {
    title: 'Send the confirm mail again?',
    note,
    facts: {
      To: person.email,
      'Sent so far': [
        String(sent.length),
        last ? [', the last one on ', { moment: last.queuedAt }] : '',
      ],
      'After this':
        left > 0
          ? `${left} more can be sent, at least ${operatorTime('confirmPause')} apart`
          : `no more can be sent: the limit is ${amountInWords(promises.confirmMails, mainLang)}`,
      ...(deletedAt !== null && {
        'Will be deleted': [
          `${operatorTime('unconfirmed')} after the sign-up, or once the last link stops working, unless confirmed before. Without this mail: `,
          { day: deletedAt },
        ],
      }),
    },
    button: 'Send it again',
    back: 'Not now',
  })
}

const notResent: Record<NotResent['why'], string> = {
  confirmed: 'the address is confirmed',
  left: 'the person left the list',
  silenced: 'the address gets no mail',
  waiting: 'a confirm mail is already waiting to be sent',
  'not-requested': 'the imported person has not asked for one',
  three: 'three confirm mails were queued before, which is the limit',
  recent: `one was queued in the last ${operatorTime('confirmPause')}`,
}

const takeOff = personAct<{ id: string }, Person>({
  ...onPerson,
  name: 'take-off',
  said: 'Took a person off the list',
  path: personActPath(':id', 'take-off'),
  offer: ({ person: { state } }) => (isOnList(state) ? { label: 'Take off the list' } : null),
  async ask(_, facts) {
    const { person } = facts
    const note = 'As if the person had left. The log names you.'
    if (isSilenced(person.state)) return nothing(facts, note, silencedAlready(person.state))
    if (person.state === 'unsubscribed') return nothing(facts, note, leftAlready(person))
    return asked(facts, {
      title: 'Take this person off the list?',
      note,
      facts: {
        Mail: `none from now on; ${waitingMails(person)}`,
        ...placeAfter(person),
        Stays: 'everything on this page, until it is erased',
        'Way back': 'only by the person: a new sign-up and a new confirmation',
      },
      button: 'Take off the list',
      back: 'Leave on the list',
    })
  },
  run: ({ store, now }, { subject: { id } }) =>
    store.transact(async (trx) => {
      const state = await stateOf(trx, id)
      if (!state) return gone
      return (await leave(trx, id, now())) === 'already'
        ? `nothing changed, ${alreadyOff(state)}`
        : 'done'
    }),
  outcome: (outcome) => outcome,
})

const isOnList = (state: PersonState) => state === 'unconfirmed' || state === 'confirmed'

const silencedAlready = (state: PersonState) => `The address gets no mail already (${state}).`

const leftAlready = ({ leftAt }: PersonalData): Question['text'] =>
  leftAt === null
    ? 'This person left already.'
    : ['This person left on ', { moment: leftAt }, ' already.']

const alreadyOff = (state: PersonState): string =>
  isSilenced(state)
    ? `the address already got no mail (${state})`
    : 'the person had already left the list'

const waitingMails = ({ mails }: PersonalData): string => {
  const waiting = mails.filter(({ state }) => state === 'due' || state === 'overdue').length
  return waiting === 0
    ? 'no mail is waiting'
    : `${waiting} waiting ${plural(waiting, 'mail is', 'mails are')} cancelled`
}

/** LINE-4: what leaving does to the line. */
const placeAfter = ({ line }: PersonalData): Question['facts'] =>
  line?.standing === 'waiting'
    ? {
        Place: `those behind move up; kept ${campaign.line?.terms.returnDays} days for a return. A friend of somebody counts no longer`,
      }
    : {}

/** The choice of a reason. */
export const suppressionChoice: AskInput = {
  kind: 'choice',
  name: 'reason',
  label: 'Reason',
  options: [
    ['bounce', 'Bounced', 'Mail to this address comes back.'],
    ['complaint', 'Complained', 'The person reported a mail as spam.'],
    ['other', 'Other', 'For any other reason, such as a request by phone.'],
  ] satisfies [SuppressionReason, string, string][],
}

const reasons = Object.keys(suppressionReasons) as SuppressionReason[]
export const suppressionReason = z
  .enum(reasons, 'Choose a reason.')
  .meta({ value: 'REASON', help: 'bounce, complaint or other' })

const suppressPerson = personAct({
  ...onPerson,
  name: 'suppress',
  said: 'Suppressed a person',
  path: personActPath(':id', 'suppress'),
  offer: ({ person: { state } }) => (isSilenced(state) ? null : { label: 'Suppress' }),
  async ask(_, facts: Person) {
    const { person } = facts
    const note =
      'For an address that must never get mail again. If the person only wants to leave, take them off the list.'
    if (isSilenced(person.state)) return nothing(facts, note, silencedAlready(person.state))
    return asked(facts, {
      title: 'Suppress this address?',
      note,
      facts: {
        Mail: `none, ever; ${waitingMails(person)}`,
        ...placeAfter(person),
        Stays: 'everything on this page, until it is erased',
        'Way back': 'none: a new sign-up or an import brings no mail either',
      },
      inputs: [suppressionChoice],
      button: 'Suppress',
      danger: true,
      back: 'Cancel',
    })
  },
  fields: z.object({ reason: suppressionReason }),
  details: ({ fields }) => fields,
  run: suppressTarget,
  outcome: ({ outcome }) => outcome,
  command: {
    name: 'suppress',
    help: 'Stops all mail to this address permanently, also after a new sign-up or an import.',
    argument: 'ADDRESS',
    read: (deps, { reason }, typed) =>
      withAddress(typed, async (email) => ({
        subject: await addressed(deps, email),
        // The options have let only reasons through.
        fields: { reason: reason as SuppressionReason },
      })),
    json: ({ state, wasKnown }) => ({ state, wasKnown }),
    says: ({ state, wasKnown }) => [
      wasKnown
        ? `Suppressed: the address gets no more mail (${state}).`
        : `The address was not on the list. It is now stored as ${state}, and gets no mail.`,
    ],
  },
})

function suppressTarget(
  { store, now }: PersonActDeps,
  { subject, fields: { reason } }: { subject: Target; fields: { reason: SuppressionReason } },
) {
  const state = suppressionReasons[reason]
  return store.transact(async (trx) => {
    if ('email' in subject) {
      const wasKnown = await suppressAddress(trx, subject.email, state, now())
      return { outcome: wasKnown ? 'done' : `done, ${notOnList}`, state, wasKnown }
    }
    const toChange = trx
      .selectFrom('people')
      .select(['id', 'email', 'state'])
      .where('id', '=', subject.id)
    const person = await lockedForChange(trx, toChange).executeTakeFirst()
    const isAlready = person !== undefined && isSilenced(person.state)
    if (person && !isAlready) await suppress(trx, person, state, now())
    const outcome = !person
      ? gone
      : isAlready
        ? `nothing changed, ${alreadyOff(person.state)}`
        : 'done'
    return { outcome, state, wasKnown: person !== undefined }
  })
}

/** DASH-5: every act on one person. */
export const personActs: readonly Act<PersonActDeps>[] = [
  resend,
  takeOff,
  erasePerson,
  suppressPerson,
]
