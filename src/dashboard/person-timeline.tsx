import type { ReactNode } from 'react'
import { campaign } from '#campaign/campaign.ts'
import { me } from '#campaign/copy/me.ts'
import { consentOfVersion } from '#contract/campaign.ts'
import { nameOfOffer } from '#contract/live-offers.ts'
import type {
  ConsentRecord,
  MailRecord,
  MailReportRecord,
  PersonalData,
  SavedQuizResult,
} from '#contract/personal-data.ts'
import { grouped } from '#contract/figures.ts'
import { questionKeys, type QuestionKey } from '#contract/quiz.ts'
import type { Act } from '#contract/screens.ts'
import { nameOfReport, nameOfReporter } from './mail-reports.tsx'
import { Day, DayAndTime, dayOf, Moment } from './moment.tsx'

/** `main`: the person joined or confirmed. */
type Entry = { atMs: number; main?: boolean; title: ReactNode; text?: ReactNode }

/** DASH-5: everything that is stored about a person, and what operators did, oldest first. */
export function PersonTimeline({ person, acts }: { person: PersonalData; acts: readonly Act[] }) {
  const entries = [
    ...membershipOf(person),
    ...person.consents.map(consentEntry),
    ...offersOf(person),
    ...person.quizResults.map(quizEntry),
    ...sequenceOf(person),
    ...person.mails.map(mailEntry),
    ...person.reports.map(reportEntry),
    ...linksOf(person),
    ...acts.map(actEntry),
  ].toSorted((a, b) => a.atMs - b.atMs)
  return <Timeline entries={entries} />
}

export const ActTimeline = ({ acts }: { acts: readonly Act[] }) => (
  <Timeline entries={acts.map(actEntry)} />
)

const Timeline = ({ entries }: { entries: readonly Entry[] }) => (
  <ol className="timeline">
    {entries.map(({ atMs, main, title, text }, index) => (
      <li key={index} className={main ? 'main' : undefined}>
        <p className="when">
          {(index === 0 || dayOf(entries[index - 1]!.atMs) !== dayOf(atMs)) && (
            <>
              <Day atMs={atMs} />,{' '}
            </>
          )}
          <Moment atMs={atMs} />
        </p>
        <div>
          <h3>{title}</h3>
          {text}
        </div>
      </li>
    ))}
  </ol>
)

function membershipOf({ joinedAt, confirmedAt, leftAt, importedAt, ...person }: PersonalData) {
  const entries: Entry[] = [
    {
      atMs: joinedAt,
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
      atMs: importedAt,
      title: 'Imported',
      text: <p>The time of the sign-up is the one in the file, if it has one.</p>,
    })
  if (confirmedAt !== null)
    entries.push({
      atMs: confirmedAt,
      main: true,
      title: 'Confirmed',
      text: <p>{confirmedBy({ confirmedAt, joinedAt, importedAt })}</p>,
    })
  if (leftAt !== null) entries.push({ atMs: leftAt, title: 'Left the list' })
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

const consentEntry = (consent: ConsentRecord): Entry => ({
  atMs: consent.givenAt,
  title: 'Agreed',
  text: (
    <>
      {consent.wording === '' ? (
        <p>The wording was not imported.</p>
      ) : (
        <blockquote dir="auto" lang={consentOfVersion(campaign.consents, consent.version)?.lang}>
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
const offersOf = ({ offers }: PersonalData): Entry[] =>
  [...Map.groupBy(offers, ({ grantedAt }) => grantedAt)].map(([atMs, granted]) => ({
    atMs,
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

function quizEntry({ result_data: data, scores, answers, savedAt, sequence }: SavedQuizResult) {
  const { quiz } = campaign
  return {
    atMs: savedAt,
    title: (
      <>
        Quiz: <span lang={quiz?.typeNameLang ?? quiz?.lang}>{data.title}</span>
      </>
    ),
    text: (
      <>
        <p>
          {Object.entries(scores)
            .map(([name, score]) => `${name} ${score}`)
            .join(', ')}
        </p>
        <details>
          <summary>Answers</summary>
          <ul className="answers">
            {questionKeys.map((key) => (
              <Answer key={key} id={key} chosen={answers[key]} />
            ))}
          </ul>
        </details>
        {sequence && (
          <p className="note">
            Its mails: {sequence.state} since <DayAndTime atMs={sequence.startedAt} />
          </p>
        )}
      </>
    ),
  }
}

function Answer({ id, chosen }: { id: QuestionKey; chosen: string }) {
  const { quiz } = campaign
  const question = quiz?.questions.find((one) => one.id === id)
  const option = question?.options.find((one) => one.id === chosen)
  return (
    <li>
      <span lang={question && quiz?.lang}>{question?.question ?? id}</span>{' '}
      <b lang={option && quiz?.lang}>{option?.text ?? chosen}</b>
    </li>
  )
}

function sequenceOf({ sequence }: PersonalData): Entry[] {
  if (sequence?.lastAt == null) return []
  const steps = campaign.sequence?.steps ?? []
  const position = steps.findIndex(({ name }) => name === sequence.step) + 1
  const step = position > 0 ? `mail ${position} of ${steps.length}` : (sequence.step ?? 'a mail')
  return [
    {
      atMs: sequence.lastAt,
      title: `Mails on the quiz result: ${step}`,
      text: sequence.firstAt !== null && (
        <p className="note">
          The first one was planned on <DayAndTime atMs={sequence.firstAt} />
          {sequence.dueAt !== null && (
            <>
              ; the next one is planned for <DayAndTime atMs={sequence.dueAt} />
            </>
          )}
          .
        </p>
      ),
    },
  ]
}

const mailEntry = (mail: MailRecord): Entry => ({
  atMs: mail.queuedAt,
  title: mail.letter === undefined ? mailName(mail.template) : `Letter: ${mail.letter}`,
  text: <p>{mailOutcome(mail)}</p>,
})

export const mailName = (template: string): string =>
  (me.mails.names as Partial<Record<string, string>>)[template] ?? template

/** The mail server's words are quoted; our own reasons are part of the sentence. */
function mailOutcome({ state, queuedAt, sentAt, reason }: MailRecord): ReactNode {
  const answer = reason && <code>{reason}</code>
  switch (state) {
    case 'sent':
      return `Accepted by the mail server${sentAt === null ? '' : ` after ${durationOf(sentAt - queuedAt)}`}.`
    case 'due':
      return <>Waiting to be sent.{answer && <> Last answer: {answer}</>}</>
    case 'sending':
      return 'Being sent.'
    case 'dead':
      return <>Not delivered{answer ? <>: {answer}</> : '.'}</>
    case 'uncertain':
      return <>Nobody knows whether it arrived{answer ? <>: {answer}</> : '.'}</>
    case 'overdue':
      return `Held back${reason ? `: ${reason}` : ''}. An operator can release it.`
    case 'kept':
      return 'Stored and not sent: there was no mail server.'
    default:
      return `Not sent${reason ? `: ${reason}` : ''}.`
  }
}

/** BACK-4 */
const reportEntry = ({ kind, via, reportedAt, reason }: MailReportRecord): Entry => ({
  atMs: reportedAt,
  title: nameOfReport(kind),
  text: (
    <p>
      Reported through {nameOfReporter(via)}
      {reason && (
        <>
          : <code>{reason}</code>
        </>
      )}
    </p>
  ),
})

const linkNames: Record<string, string> = {
  confirm: 'confirm',
  unsubscribe: 'leave the list',
  me: 'own data',
}

/** The links of one mail were created together. */
function linksOf({ links }: PersonalData): Entry[] {
  const byTime = Map.groupBy(links, ({ madeAt }) => madeAt)
  return [...byTime].map(([atMs, made]) => ({
    atMs,
    title: 'Links for a mail',
    text: (
      <p>
        {made.map(({ purpose, endsAt }, index) => (
          <span key={index}>
            {index > 0 && ', '}
            {linkNames[purpose] ?? purpose}
            {endsAt !== null && (
              <>
                {' '}
                (until <Day atMs={endsAt} />)
              </>
            )}
          </span>
        ))}
      </p>
    ),
  }))
}

const actEntry = ({ atMs, operator, text, outcome }: Act): Entry => ({
  atMs,
  title: text,
  text: (
    <p className="note">
      By {operator}
      {outcome === null && '. Begun; its end is not known.'}
    </p>
  ),
})

/** The words for a placement; a placement without words is named as it is stored. */
export const placementOf = (placement: string): string =>
  (me.placements as Partial<Record<string, string>>)[placement] ?? placement

export function durationOf(ms: number): string {
  const units = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
  ] as const
  const [unit, unitMs] = units.find(([, least]) => ms >= 2 * least) ?? (['second', 1_000] as const)
  const count = Math.max(0, Math.round(ms / unitMs))
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
