import { use } from 'react'
import { navigation } from '#contract/navigation.ts'
import { labelledColumns } from '#contract/personal-data.ts'
import { describeNotResent } from '#contract/person-screens.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Fact, Said, StateOfPerson } from '#dashboard/frame/elements.tsx'
import { Screen } from '#dashboard/frame/screen.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { Day, DayAndTime } from '#dashboard/frame/times.tsx'
import { FriendsPlate, LineFacts, PersonPlace } from './line.tsx'
import { ActTimeline, PersonTimeline } from './timeline.tsx'

type View = ViewOf<'person'>

/** DASH-5: the facts in the margin, everything that is stored beside them. */
export const PersonScreen = ({ person, acts, ...view }: View) => (
  <Screen nav="people" wide title={<Address email={person.email} />}>
    <section className="plate" aria-label="This person">
      <div className="caption flow stack">
        {view.line.place && <PersonPlace place={view.line.place} />}
        <Facts person={person} line={view.line} deletedAt={view.deletedAt} />
        {use(Frame).role === 'operator' && <Acts {...view} />}
      </div>
      <div className="body stack">
        <h2>Everything stored, oldest first</h2>
        <PersonTimeline person={person} acts={acts} />
      </div>
    </section>
    {view.line.friends.length > 0 && <FriendsPlate line={view.line} />}
  </Screen>
)

/** A long address gets a smaller size. */
const Address = ({ email }: { email: string }) => (
  <span className={email.length > 36 ? 'long-address' : undefined}>{email}</span>
)

const Facts = ({ person, line, deletedAt }: Pick<View, 'person' | 'line' | 'deletedAt'>) => (
  <dl className="facts">
    <Fact term="State">
      <StateOfPerson state={person.state} />
    </Fact>
    {person.quizResults.length > 0 && (
      <Fact term="Type">{person.quizResults.at(-1)!.result_data.title}</Fact>
    )}
    <Fact term="Source">
      <bdi>{person.source || person.referrer || 'direct'}</bdi>
    </Fact>
    <Fact term="Form">{person.placement}</Fact>
    <Fact term="Signed up">
      <DayAndTime atMs={person.joinedAt} full />
    </Fact>
    {person.confirmedAt !== null && (
      <Fact term="Confirmed">
        <DayAndTime atMs={person.confirmedAt} full />
      </Fact>
    )}
    {person.leftAt !== null && (
      <Fact term="Left">
        <DayAndTime atMs={person.leftAt} full />
      </Fact>
    )}
    {labelledColumns(person).map(({ label, value, isTime }) => (
      <Fact key={label} term={label}>
        {isTime ? <DayAndTime atMs={Number(value)} full /> : <bdi>{value}</bdi>}
      </Fact>
    ))}
    {deletedAt !== null && (
      <Fact term="Will be deleted">
        <Day atMs={deletedAt} />
        <small>unless confirmed before</small>
      </Fact>
    )}
    {person.line && <LineFacts record={person.line} line={line} />}
    <Fact term="IP address">not stored</Fact>
  </dl>
)

const Acts = ({ offers, resend }: Pick<View, 'offers' | 'resend'>) => (
  <>
    {offers.map(({ label, danger, path }) => (
      <p key={path}>
        <a className={danger ? 'button danger' : 'button'} href={path}>
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
export const PersonGoneScreen = ({ acts }: ViewOf<'person-gone'>) => (
  <Screen nav="people" title="No longer stored">
    <section className="plate" aria-label="What is left">
      <div className="caption">
        <p className="note">The log outlives the person, without the address.</p>
      </div>
      <div className="body stack">
        <p>This person was erased, or was deleted because they did not confirm in time.</p>
        <p>
          <a className="button" href={navigation.people.path}>
            To the list
          </a>
        </p>
        {acts.length > 0 && <h2>What operators did</h2>}
        <ActTimeline acts={acts} />
      </div>
    </section>
  </Screen>
)
