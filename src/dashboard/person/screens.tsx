import { use } from 'react'
import { campaign } from '#campaign'
import { unicodeEmail } from '#contract/address/unicode-host.ts'
import { languageName } from '#contract/campaign/languages.ts'
import { navigation } from '#contract/dashboard/navigation.ts'
import { labelledColumns } from '#contract/people/personal-data.ts'
import { describeNotResent } from '#contract/people/screens.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Said, StateOfPerson, Facts } from '#dashboard/frame/elements.tsx'
import { Screen, Plate } from '#dashboard/frame/screen.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { Day, DayAndTime } from '#dashboard/frame/times.tsx'
import { FriendsPlate, lineFacts, PersonPlace } from './line.tsx'
import { ActTimeline, PersonTimeline } from './timeline.tsx'
import type { DrawnScreens } from '#dashboard/frame/drawn-screen.ts'

type View = ViewOf<'person'>

/** The facts in the margin, everything that is stored beside them. */
const PersonScreen = ({ person, acts, ...view }: View) => (
  <Screen nav="people" wide title={<Address email={person.email} />}>
    <Plate
      label="This person"
      flow="stack"
      stack
      caption={
        <>
          {view.line.place && <PersonPlace place={view.line.place} />}
          <PersonFacts person={person} line={view.line} deletedAt={view.deletedAt} />
          {use(Frame).role === 'operator' && <Acts {...view} />}
        </>
      }
    >
      <h2>Everything stored, oldest first</h2>
      <PersonTimeline person={person} acts={acts} />
    </Plate>
    {view.line.friends.length > 0 && <FriendsPlate line={view.line} />}
  </Screen>
)

/** A long address gets a smaller size. */
const Address = ({ email }: { email: string }) => {
  const shown = unicodeEmail(email)
  return <span className={shown.length > 36 ? 'long-address' : undefined}>{shown}</span>
}

const PersonFacts = ({ person, line, deletedAt }: Pick<View, 'person' | 'line' | 'deletedAt'>) => (
  <Facts
    of={{
      State: <StateOfPerson state={person.state} />,
      Type: person.quizResults.at(-1)?.result_data.title ?? null,
      Language: campaign.languages.length > 1 && languageName(person.language, 'en'),
      Source: <bdi>{person.source || person.referrer || 'direct'}</bdi>,
      Form: person.placement,
      'Signed up': <DayAndTime at={person.joinedAt} full />,
      Confirmed: person.confirmedAt !== null && <DayAndTime at={person.confirmedAt} full />,
      Left: person.leftAt !== null && <DayAndTime at={person.leftAt} full />,
      ...Object.fromEntries(
        labelledColumns(person).map((column) => [
          column.label,
          <Labelled key={column.label} {...column} />,
        ]),
      ),
      'Will be deleted': deletedAt !== null && (
        <>
          <Day at={deletedAt} />
          <small>unless confirmed before</small>
        </>
      ),
      ...(person.line ? lineFacts(person.line, line) : {}),
      'IP address': 'not stored',
    }}
  />
)

const Labelled = ({ value, isTime }: ReturnType<typeof labelledColumns>[number]) =>
  isTime ? <DayAndTime at={Number(value)} full /> : <bdi>{value}</bdi>

const Acts = ({ offers, resend }: Pick<View, 'offers' | 'resend'>) => (
  <>
    {offers.map(({ label, danger, path }) => (
      <p key={path}>
        <a className={danger ? 'button danger' : 'button'} href={path} data-ask>
          {label}
        </a>
      </p>
    ))}
    {!resend.may && (
      <p className="note">
        <Said words={describeNotResent(resend)} />
      </p>
    )}
  </>
)

/** 410: what operators did to somebody who is no longer stored. */
const PersonGoneScreen = ({ acts }: ViewOf<'person-gone'>) => (
  <Screen nav="people">
    <Plate
      label="What is left"
      stack
      caption={<p className="note">The log outlives the person, without the address.</p>}
    >
      <p>This person was erased, or was deleted because they did not confirm in time.</p>
      <p>
        <a className="button" href={navigation.people.path}>
          To the list
        </a>
      </p>
      {acts.length > 0 && <h2>What operators did</h2>}
      <ActTimeline acts={acts} />
    </Plate>
  </Screen>
)

export const personScreens = {
  person: ['Person', PersonScreen],
  'person-gone': ['No longer stored', PersonGoneScreen],
} satisfies Partial<DrawnScreens>
