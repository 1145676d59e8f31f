import { grouped, peopleText, counted } from '#contract/english.ts'
import { campaign } from '#campaign'
import type { Place } from '#contract/line/line.ts'
import type { FriendCounts, LineRecord } from '#contract/line/records.ts'
import type { PersonLine } from '#server/people/person-screen.ts'
import { CreditsTable } from '#dashboard/line/credits.tsx'
import { creditWords } from '#contract/line/words.ts'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { sizeOf } from '#dashboard/frame/numbers.tsx'
import { PersonLink, State } from '#dashboard/frame/elements.tsx'
import { Plate } from '#dashboard/frame/screen.tsx'

/** The place and its account in one sentence. */
export const PersonPlace = ({ place }: { place: Place }) => (
  <div className="big" data-live>
    <h2>Place in line</h2>
    <span className={`num ${sizeOf(place.place)}`}>{grouped(place.place)}</span>
    <p>{accountText(place)}</p>
    <p className="note">
      Of {grouped(place.waiting)} who wait, {grouped(place.behind)} behind. Unique and without gaps.
    </p>
  </div>
)

function accountText({ confirmedBefore, passed, passedBy, friends }: Place): string {
  const perFriend = campaign.line?.terms.perFriend ?? 0
  const counts = `${counted(friends, 'friend', 'friends, each')} counted as ${grouped(perFriend)} people earlier`
  const parts = [
    `${peopleText(confirmedBefore)} confirmed before`,
    ...(passed > 0 ? [`−${grouped(passed)} passed`] : []),
    ...(passedBy > 0 ? [`+${grouped(passedBy)} passed this one`] : []),
    ...(friends > 0 && perFriend > 0 ? [counts] : []),
  ]
  return `${parts.join(', ')}.`
}

/** The person's data of the line, as facts. */
export const lineFacts = ({ order, keptUntilAt, ...record }: LineRecord, line: PersonLine) => ({
  'Confirmed as': order !== null && (
    <>
      {grouped(order)}
      {keptUntilAt !== null && (
        <small>
          kept until <DayAndTime at={keptUntilAt} full />
        </small>
      )}
    </>
  ),
  'Came by': record.cameByLink && <CameBy {...line} />,
  Friends: friendsText(record.friends),
  'Link code': record.link && <Link {...record.link} />,
})

const Link = ({ code, name }: NonNullable<LineRecord['link']>) => (
  <>
    <code>{code}</code>
    {name !== '' && (
      <small>
        shows the name <bdi>{name}</bdi>
      </small>
    )}
  </>
)

const CameBy = ({ cameBy }: PersonLine) =>
  cameBy ? (
    <>
      <PersonLink {...cameBy.owner} />
      <small>
        <State of={creditWords[cameBy.state]} />
      </small>
    </>
  ) : (
    'somebody’s link'
  )

function friendsText({ counted, placeOnly, waiting }: FriendCounts): string {
  const parts = [
    [counted, 'counted'],
    [placeOnly, 'for the place only'],
    [waiting, 'waiting'],
  ] as const
  const known = parts.filter(([count]) => count > 0)
  return known.length === 0
    ? 'none'
    : known.map(([count, word]) => `${grouped(count)} ${word}`).join(', ')
}

/** For operators: the friends who came by this person’s link, with the rulings. */
export const FriendsPlate = ({ line }: { line: PersonLine }) => (
  <Plate
    id="friends"
    name="Friends"
    caption={
      <p className="note">
        Who confirmed by this person’s link, the newest first
        {line.isMore && `; the first ${grouped(line.friends.length)}`}. The person sees a number,
        never who.
      </p>
    }
  >
    <CreditsTable credits={line.friends} ofOne />
  </Plate>
)
