import { campaign, me } from '#campaign'
import { languageName } from '#contract/campaign/languages.ts'
import { nameOfOffer } from '#contract/campaign/offers.ts'
import { plainRows, type DrawnPart, type PersonalData } from '#contract/people/personal-data.ts'
import type { ConsentRecord } from '#contract/people/personal-records.ts'
import { grouped, momentText } from '#contract/english.ts'
import type { ShownAct } from '#server/acts/action-log.ts'
import { durationOf } from '#dashboard/frame/times.tsx'
import { lineEntries } from './timeline-line.tsx'
import { linksOf, mailEntry, reportEntry } from './timeline-mails.tsx'
import { quizEntry, sequenceOf, unconfirmedEntry } from './timeline-quiz.tsx'
import { Timeline, type Entry } from './entries.tsx'

/** What each part of a person's data adds to the timeline. A part with words of its own draws itself. */
const entriesOf: { [Part in DrawnPart]: (person: PersonalData) => Entry[] } = {
  consents: ({ consents }) => consents.map(consentEntry),
  offers: offersOf,
  quizResults: ({ quizResults }) => quizResults.map(quizEntry),
  unconfirmedQuizResults: ({ unconfirmedQuizResults = [] }) =>
    unconfirmedQuizResults.map(unconfirmedEntry),
  sequence: sequenceOf,
  mails: ({ mails }) => mails.map(mailEntry),
  reports: ({ reports }) => reports.map(reportEntry),
  line: ({ line }) => lineEntries(line),
  links: linksOf,
}

/** DASH-5: everything that is stored about a person, and what operators did, oldest first. */
export function PersonTimeline({
  person,
  acts,
}: {
  person: PersonalData
  acts: readonly ShownAct[]
}) {
  const entries = [
    ...membershipOf(person),
    ...Object.values(entriesOf).flatMap((entries) => entries(person)),
    ...plainRows(person, (at) => momentText(at, campaign.timeZone)).map(plainEntry),
    ...acts.map(actEntry),
  ].toSorted((a, b) => a.at - b.at)
  return <Timeline entries={entries} />
}

const plainEntry = ({ at, title, text }: ReturnType<typeof plainRows>[number]): Entry => ({
  at,
  title,
  text: <p dir="auto">{text}</p>,
})

export const ActTimeline = ({ acts }: { acts: readonly ShownAct[] }) => (
  <Timeline entries={acts.map(actEntry)} />
)

function membershipOf(of: PersonalData) {
  const { joinedAt, confirmedAt, leftAt, importedAt, languageChosenAt, ...person } = of
  const entries: Entry[] = [
    {
      at: joinedAt,
      main: true,
      title: person.placement === 'operator' ? 'Added by an operator' : 'Signed up',
      text: (
        <>
          {importedAt === null && person.placement !== 'operator' && (
            <p>Through {placementOf(person.placement)}.</p>
          )}
          <Origin {...person} />
        </>
      ),
    },
  ]
  if (importedAt !== null)
    entries.push({
      at: importedAt,
      title: 'Imported',
      text: <p>The time of the sign-up is the one in the file, if it has one.</p>,
    })
  if (confirmedAt !== null)
    entries.push({
      at: confirmedAt,
      main: true,
      title: 'Confirmed',
      text: <p>{confirmedBy({ confirmedAt, joinedAt, importedAt })}</p>,
    })
  if (languageChosenAt !== null)
    entries.push({
      at: languageChosenAt,
      title: `Chose ${languageName(person.language, 'en')}`,
      text: <p>On their own page. Mails and linked pages are in it since.</p>,
    })
  if (leftAt !== null) entries.push({ at: leftAt, title: 'Left the list' })
  return entries
}

function confirmedBy(times: {
  confirmedAt: number
  joinedAt: number
  importedAt: number | null
}): string {
  const { confirmedAt, joinedAt, importedAt } = times
  if (importedAt !== null) return 'As the imported file says.'
  if (confirmedAt === joinedAt) return 'At once, as the sign-up needed no confirmation.'
  return `${durationOf(confirmedAt - joinedAt)} after the sign-up.`
}

const Origin = ({ source, medium, campaign: name, referrer }: Partial<PersonalData>) => {
  const parts = [
    ['source', source],
    ['medium', medium],
    ['campaign', name],
    ['linked from', referrer],
  ].filter(([, value]) => value)
  return parts.length === 0 ? null : (
    <p>
      {parts.map(([label, value], index) => (
        <span key={label}>
          {index > 0 && ', '}
          {label} <b dir="auto">{value}</b>
        </span>
      ))}
    </p>
  )
}

const langOf = ({ language }: ConsentRecord) => (language === 'en' ? undefined : language)

const consentEntry = (consent: ConsentRecord): Entry => ({
  at: consent.givenAt,
  title: 'Agreed',
  text: (
    <>
      {consent.wording === '' ? (
        <p>The wording was not imported.</p>
      ) : (
        <blockquote dir="auto" lang={langOf(consent)}>
          {consent.wording}
        </blockquote>
      )}
      <p className="note">
        Wording {consent.version}, {consent.placement}
        {consent.source !== null && (
          <>
            , source: <bdi>{consent.source}</bdi>
          </>
        )}
      </p>
    </>
  ),
})

/** LIVE-5: what one confirmation granted is one entry. */
function offersOf({ offers }: PersonalData): Entry[] {
  return [...Map.groupBy(offers, ({ grantedAt }) => grantedAt)].map(([at, granted]) => ({
    at,
    title: 'Granted offers',
    text: (
      <ul>
        {granted.map(({ offer, number }) => (
          <li key={offer}>
            {nameOfOffer(campaign, offer)}
            {number !== null && `, number ${grouped(number)}`}
          </li>
        ))}
      </ul>
    ),
  }))
}

const actEntry = ({ at, operator, text, outcome }: ShownAct): Entry => ({
  at,
  title: text,
  text: (
    <p className="note">
      By {operator}
      {outcome === null && '. Begun; its end is not known.'}
    </p>
  ),
})

/** The words for a placement; a placement without words is named as it is stored. */
const placementOf = (placement: string): string =>
  (me.placements as Partial<Record<string, string>>)[placement] ?? placement
