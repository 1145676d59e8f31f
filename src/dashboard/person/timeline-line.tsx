import { campaign } from '#campaign'
import { nameOfStep } from '#contract/line/reward-texts.ts'
import type { LineRecord, MoveRecord, RewardRecord, SpotRecord } from '#contract/line/records.ts'
import { rewardWords, moveWords } from '#contract/line/words.ts'
import { grouped, plural } from '#contract/english.ts'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import type { Entry } from './entries.tsx'

/** LINE-9: places, rewards and spots of a person, at the times of their events. */
export const lineEntries = (line: LineRecord | null): Entry[] =>
  line === null
    ? []
    : [
        ...line.moves.map(moveEntry),
        ...line.rewards.map(rewardEntry),
        ...line.spots.flatMap(spotEntries),
      ]

const moveEntry = ({ place, why, notedAt }: MoveRecord): Entry => ({
  at: notedAt,
  title: `Place ${grouped(place)}`,
  text: <p>In line: {moveWords[why]}.</p>,
})

const rewardEntry = ({ friends, state, number, note, changedAt, dueAt }: RewardRecord): Entry => ({
  at: changedAt,
  title: `Reward: ${nameOfStep(campaign, friends)}`,
  text: (
    <>
      <p>
        {grouped(friends)} {plural(friends, 'friend')}, {rewardWords[state][1]}
        {number !== null && `, number ${grouped(number)}`}
        {state === 'reached' && dueAt !== null && (
          <>
            , due from <DayAndTime at={dueAt} full />
          </>
        )}
        .
      </p>
      {note !== '' && <p dir="auto">{note}</p>}
    </>
  ),
})

function spotEntries({ wave, place, state, invitedAt, untilAt, endedAt }: SpotRecord): Entry[] {
  const invited: Entry = {
    at: invitedAt,
    title: `Invited, wave ${grouped(wave)}`,
    text: (
      <p>
        From place {grouped(place)}, until <DayAndTime at={untilAt} full />.
      </p>
    ),
  }
  if (endedAt === null) return [invited]
  return [invited, { at: endedAt, main: state === 'came', title: spotWords[state] }]
}

const spotWords: Record<SpotRecord['state'], string> = {
  invited: 'Invited',
  came: 'Took the spot',
  expired: 'Did not use the spot',
  passed: 'Let the spot pass',
  left: 'Left before using the spot',
}
