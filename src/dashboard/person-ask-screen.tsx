import type { ReactNode } from 'react'
import { campaign } from '#campaign/campaign.ts'
import { amountInWords } from '#contract/amounts.ts'
import { mainLang } from '#contract/mails.ts'
import { promises } from '#contract/promises.ts'
import type { PersonalData } from '#contract/personal-data.ts'
import { personActPath, personPath, type PersonAct } from '#contract/person-screens.ts'
import { isSilenced } from '#contract/waitlist.ts'
import { operatorTime } from '#contract/operator-times.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import type { Resend } from '#server/signup/resend-confirm.ts'
import { ActForm, Screen, type ScreenProps } from './frame.tsx'
import { Day, DayAndTime } from './moment.tsx'
import { Fact } from './fact.tsx'
import { isOnList, WhyNotResent } from './person-screen.tsx'
import { SuppressionReasons } from './suppression-reasons.tsx'

type View = ViewOf<'person-ask'>

/** DASH-5: what an act will do and what stays, its button, and the way back. */
export const PersonAskScreen = ({ frame, ...view }: ScreenProps & View) => {
  const { id, act, person } = view
  const { title, Matter, button, back, danger } = asks[act]
  const refusal = refusals[act](view)
  return (
    <Screen
      frame={frame}
      nav="people"
      wide
      title={refusal ? 'Nothing to do' : title}
      head={
        <a className="crumb" href={personPath(id)}>
          {person.email}
        </a>
      }
    >
      <section className="plate" aria-label={title}>
        <div className="caption flow">
          <p className="note">{asks[act].note}</p>
        </div>
        <div className="body stack">
          {refusal ? (
            <>
              <p>{refusal}</p>
              <p>
                <a className="button" href={personPath(id)}>
                  Back to the person
                </a>
              </p>
            </>
          ) : (
            <ActForm frame={frame} action={personActPath(id, act)} className="stack">
              <Matter {...view} />
              <div className="acts">
                <button type="submit" className={danger ? 'button danger' : 'button'}>
                  {button}
                </button>
                <a href={personPath(id)}>{back}</a>
              </div>
            </ActForm>
          )}
        </div>
      </section>
    </Screen>
  )
}

/** Why there is nothing to do, e.g. because another operator did it meanwhile. */
const refusals: Record<PersonAct, (view: View) => ReactNode> = {
  resend: ({ resend }) =>
    !resend.may && (
      <>
        The confirm mail cannot be sent again: <WhyNotResent resend={resend} />.
      </>
    ),
  'take-off': ({ person: { state, leftAt } }) =>
    !isOnList(state) &&
    (isSilenced(state) ? (
      `The address gets no mail already (${state}).`
    ) : (
      <>This person left{leftAt !== null && <OnDay atMs={leftAt} />} already.</>
    )),
  suppress: ({ person: { state } }) =>
    isSilenced(state) && `The address gets no mail already (${state}).`,
  erase: () => null,
}

const OnDay = ({ atMs }: { atMs: number }) => (
  <>
    {' '}
    on <DayAndTime atMs={atMs} />
  </>
)

type Ask = {
  title: string
  note: string
  Matter: (view: View) => ReactNode
  button: string
  back: string
  danger?: true
}

const asks: Record<PersonAct, Ask> = {
  resend: {
    title: 'Send the confirm mail again?',
    note: 'The links in the earlier mails still work. If two accepted mails brought no confirmation, look at the provider first.',
    Matter: ResendMatter,
    button: 'Send it again',
    back: 'Not now',
  },
  'take-off': {
    title: 'Take this person off the list?',
    note: 'As if the person had left. The log names you.',
    Matter: TakeOffMatter,
    button: 'Take off the list',
    back: 'Leave on the list',
  },
  suppress: {
    title: 'Suppress this address?',
    note: 'For an address that must never get mail again. If the person only wants to leave, take them off the list.',
    Matter: SuppressMatter,
    button: 'Suppress',
    back: 'Cancel',
    danger: true,
  },
  erase: {
    title: 'Erase this person?',
    note: 'The person does not get a notice. If they asked for this, tell them.',
    Matter: EraseMatter,
    button: 'Erase for good',
    back: 'Cancel',
    danger: true,
  },
}

function ResendMatter({ person, resend, deletedAt }: View) {
  const confirmMails = person.mails.filter(({ template }) => template === 'confirm')
  const last = confirmMails.at(-1)
  const left = promises.confirmMails.n - 1 - (resend as Extract<Resend, { may: true }>).sent
  return (
    <dl className="facts">
      <Fact term="To">{person.email}</Fact>
      <Fact term="Sent so far">
        {confirmMails.length}
        {last && (
          <>
            , the last one on <DayAndTime atMs={last.queuedAt} />
          </>
        )}
      </Fact>
      <Fact term="After this">
        {left > 0
          ? `${left} more can be sent, at least ${operatorTime('confirmPause')} apart`
          : `no more can be sent: the limit is ${amountInWords(promises.confirmMails, mainLang)}`}
      </Fact>
      {deletedAt !== null && (
        <Fact term="Will be deleted">
          {operatorTime('unconfirmed')} after the sign-up, or once the last link stops working,
          unless confirmed before. Without this mail: <Day atMs={deletedAt} />
        </Fact>
      )}
    </dl>
  )
}

const waitingMails = ({ mails }: PersonalData): string => {
  const waiting = mails.filter(({ state }) => state === 'due' || state === 'overdue').length
  return waiting === 0
    ? 'no mail is waiting'
    : waiting === 1
      ? '1 waiting mail is cancelled'
      : `${waiting} waiting mails are cancelled`
}

function TakeOffMatter({ person }: View) {
  return (
    <dl className="facts">
      <Fact term="Mail">none from now on; {waitingMails(person)}</Fact>
      <PlaceAfter person={person} />
      <Fact term="Stays">everything on this page, until it is erased</Fact>
      <Fact term="Way back">only by the person: a new sign-up and a new confirmation</Fact>
    </dl>
  )
}

/** LINE-4: what leaving does to the line. */
const PlaceAfter = ({ person: { line } }: Pick<View, 'person'>) =>
  line?.standing === 'waiting' ? (
    <Fact term="Place">
      those behind move up; kept {campaign.line?.terms.returnDays} days for a return. A friend of
      somebody counts no longer
    </Fact>
  ) : null

function SuppressMatter({ person, wrong }: View) {
  return (
    <>
      <dl className="facts">
        <Fact term="Mail">none, ever; {waitingMails(person)}</Fact>
        <PlaceAfter person={person} />
        <Fact term="Stays">everything on this page, until it is erased</Fact>
        <Fact term="Way back">none: a new sign-up or an import brings no mail either</Fact>
      </dl>
      <SuppressionReasons wrong={wrong} />
    </>
  )
}

function EraseMatter({ person }: View) {
  const { consents, mails, links } = person
  const quizResults = [...person.quizResults, ...(person.unconfirmedQuizResults ?? [])]
  return (
    <>
      <dl className="facts">
        <Fact term="Deleted at once">
          the address and where it came from, {counted(consents, 'consent')},{' '}
          {counted(quizResults, 'quiz result')}, {counted(mails, 'mail')}, {counted(links, 'link')}{' '}
          in mails
          {person.line && ', the place in line, the own link, friends and rewards'}
        </Fact>
        <Fact term="In backups">until you delete the backups made before</Fact>
        <Fact term="Stays">
          a keyed hash without the address, so that no import adds it again; counts without a name;
          the log of what operators did, without the address
        </Fact>
        <Fact term="Way back">the person can sign up again, as a new person</Fact>
      </dl>
      <p>This cannot be undone.</p>
    </>
  )
}

const counted = ({ length }: readonly unknown[], noun: string): string =>
  `${length} ${noun}${length === 1 ? '' : 's'}`
