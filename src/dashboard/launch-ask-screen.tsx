import type { ReactNode } from 'react'
import {
  launchActPath,
  launchTimes,
  type LaunchScreenAct,
  type LaunchScreenView,
  type LaunchTime,
  type TypedTimes,
} from '#contract/launch-screens.ts'
import { navigation } from '#contract/screens.ts'
import { operatorTime } from '#contract/operator-times.ts'
import { ActForm, Screen, type ScreenProps } from './frame.tsx'
import { Span } from './launch-screen.tsx'
import { DayAndTime } from './moment.tsx'
import { Fact } from './fact.tsx'

type View = Extract<LaunchScreenView, { screen: 'launch-ask' }>

/** END-1: what an act on the launch does, its times, its button, and the way back. */
export const LaunchAskScreen = ({ frame, ...view }: ScreenProps & View) => {
  const { act, typed, timeZone, wrong, period, offer } = view
  const { title, facts, button } = asks[act]
  return (
    <Screen
      frame={frame}
      nav="launch"
      wide
      title={title}
      head={
        <a className="crumb" href={navigation.launch.path}>
          Launch
        </a>
      }
    >
      {wrong && (
        <p className="refusal wrong" role="alert">
          {wrong}
        </p>
      )}
      <section className="plate" aria-label={title}>
        <div className="caption flow">
          <p className="note">
            The log names you. Visitors see the change within {operatorTime('launchSeen')}.
          </p>
        </div>
        <div className="body">
          <ActForm frame={frame} action={launchActPath(act)} className="stack">
            <dl className="facts">
              <Subject {...view} />
              {facts.map(([term, value]) => (
                <Fact key={term} term={term}>
                  {value}
                </Fact>
              ))}
            </dl>
            {period && <input type="hidden" name="id" value={period.id} />}
            {offer && <input type="hidden" name="offer" value={offer.offer} />}
            {launchTimes[act].map((name) => (
              <TimeFields key={name} name={name} typed={typed} />
            ))}
            {launchTimes[act].length > 0 && <p className="note">Times are in {timeZone}.</p>}
            <div className="acts">
              <button type="submit" className="button main">
                {button}
              </button>
              <a href={navigation.launch.path}>Change nothing</a>
            </div>
          </ActForm>
        </div>
      </section>
    </Screen>
  )
}

const Subject = ({ period, offer }: View) => (
  <>
    {period && (
      <Fact term="Planned">
        <Span period={period} />
      </Fact>
    )}
    {offer && <Fact term="Offer">{offer.name}</Fact>}
    {offer && offer.endsAt !== null && (
      <Fact term="Ends now">
        <DayAndTime atMs={offer.endsAt} />
      </Fact>
    )}
  </>
)

const TimeFields = ({ name, typed }: { name: LaunchTime; typed: TypedTimes }) => (
  <fieldset className="schedule">
    <legend>{timeWords[name]}</legend>
    <label className="field">
      <span className="label">Day</span>
      <input type="date" name={`${name}-day`} defaultValue={typed[`${name}-day`]} />
    </label>
    <label className="field">
      <span className="label">Time</span>
      <input type="time" name={`${name}-time`} defaultValue={typed[`${name}-time`]} />
    </label>
  </fieldset>
)

const timeWords: Record<LaunchTime, string> = {
  at: 'When (empty: now)',
  until: 'Ends by itself (empty: when an operator ends it)',
  first: 'The list goes first until (empty: as the campaign says, or as it is)',
  erase: 'The list is erased (empty: as the campaign says, or as it is)',
  to: 'New end',
}

type Asked = {
  title: string
  facts: readonly (readonly [term: string, value: ReactNode])[]
  button: string
}
const asks: Record<LaunchScreenAct, Asked> = {
  pause: {
    title: 'Pause sign-ups?',
    facts: [
      ['Visitors', 'cannot join; the page says when it goes on'],
      ['Confirming and leaving', 'work as usual'],
      ['Offers', 'end later, by the length of the pause'],
      ['Mail', 'goes on: sequences and letters'],
    ],
    button: 'Pause',
  },
  resume: {
    title: 'End the pause?',
    facts: [['Then', 'the list is as it was before: open, closed or launched']],
    button: 'End the pause',
  },
  close: {
    title: 'Close the list?',
    facts: [
      ['Visitors', 'cannot join'],
      ['Confirm links', `work for another ${operatorTime('afterEnd')}`],
      ['Mail', 'goes on: sequences and letters'],
    ],
    button: 'Close the list',
  },
  launch: {
    title: 'Launch, or change its times?',
    facts: [
      ['Visitors', 'are led to the shop'],
      ['Sequences', 'end'],
      [
        'The list',
        `is erased on its date; operators are mailed ${operatorTime('firstNotice')} and ${operatorTime('lastNotice')} before`,
      ],
    ],
    button: 'Launch',
  },
  open: {
    title: 'Open the list?',
    facts: [['Ends', 'a pause, a close and a launch']],
    button: 'Open the list',
  },
  cancel: {
    title: 'Cancel this plan?',
    facts: [['Then', 'it does not happen; nothing else changes']],
    button: 'Cancel the plan',
  },
  'move-end': {
    title: 'Move the end of this offer?',
    facts: [['Visitors', 'see the earlier end beside the new one']],
    button: 'Move the end',
  },
}
