import { numberText } from '#contract/numbers.ts'
import type { ComponentType, ReactNode } from 'react'
import { language, me, stored } from '#campaign'
import { type Campaign } from '#contract/campaign/campaign.ts'
import { isGrantedOffer, nameOfOffer } from '#contract/campaign/offers.ts'
import { languageName } from '#contract/campaign/languages.ts'
import {
  labelledColumns,
  languageField,
  meResult,
  plainRows,
  type DrawnPart,
  type PersonalData,
} from '#contract/people/personal-data.ts'
import type { ConsentRecord, MailRecord } from '#contract/people/personal-records.ts'
import type { SequenceCopy } from '#contract/quiz/sequence.ts'
import { friendSource, isSilenced, type PersonState } from '#contract/people/waitlist.ts'
import { withPromises } from '#contract/promises/blanks.ts'
import { fill } from '#contract/text.ts'
import { Press } from '#page/sections/next-step.tsx'
import { Part } from '#page/sections/small-page.tsx'
import { SavedResult } from './saved-result.tsx'
import { placementOf, timeOf } from './words.ts'

type Props = { campaign: Campaign; person: PersonalData }
type OfPage = { action: string }

type PartProps = Props & OfPage & { children?: ReactNode }

/**
 * Every part of a person's data: what draws it, or the part that it is shown in. A part with words
 * of its own is drawn by `PlainParts`.
 */
const parts: { [Part in DrawnPart]: ComponentType<PartProps> | { in: DrawnPart } } = {
  consents: Consents,
  offers: GrantedOffers,
  line: ({ children }) => children,
  quizResults: QuizResults,
  unconfirmedQuizResults: { in: 'quizResults' },
  sequence: { in: 'quizResults' },
  mails: Mails,
  reports: { in: 'mails' },
  links: Links,
}

/**
 * All personal data of one person, in parts. `children`: the data of the line, if the campaign has
 * one.
 */
export const KeptData = (props: PartProps) => {
  const { campaign, person } = props
  return (
    <>
      <Part title={me.address}>
        <p>{fill(me.entered, { placement: placementOf(person.placement) })}</p>
        {[...originOf(person, campaign), ...labelledTexts(person, campaign)].map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Part>
      <PersonLanguage {...props} />
      {Object.entries(parts).map(
        ([name, Drawn]) => typeof Drawn === 'function' && <Drawn key={name} {...props} />,
      )}
      <PlainParts {...props} />
      <Part title={me.counts.title}>
        <p>{me.counts.text}</p>
      </Part>
    </>
  )
}

/** LANG-2: with a button for each other language of the campaign, named in that language. */
function PersonLanguage({ campaign, person, action }: Props & OfPage) {
  const { language, languageChosenAt } = person
  if (campaign.languages.length === 1) return null
  return (
    <Part title={me.language.title}>
      <p>{fill(me.language.text, { language: languageName(language, campaign.language) })}</p>
      {languageChosenAt !== null && (
        <p>{fill(me.language.chosen, { chosen: timeOf(languageChosenAt, campaign.timeZone) })}</p>
      )}
      {campaign.languages
        .filter((other) => other !== language)
        .map((other) => (
          <Press
            key={other}
            action={`${action}/language`}
            look="line"
            lang={other}
            fields={{ [languageField]: other }}
          >
            {languageName(other)}
          </Press>
        ))}
    </Part>
  )
}

const PlainParts = ({ campaign, person }: Props) => {
  const rows = plainRows(person, (atMs) => timeOf(atMs, campaign.timeZone))
  return [...Map.groupBy(rows, ({ title }) => title)].map(([title, lines]) => (
    <Part key={title} title={title}>
      {lines.map(({ text }) => (
        <p key={text} dir="auto">
          {text}
        </p>
      ))}
    </Part>
  ))
}

function Consents({ campaign, person }: Props) {
  return (
    <Part title={me.consents.title}>
      {orNone(person.consents, me.consents.none, (consent, index) => (
        <Consented
          key={index}
          {...consent}
          timeZone={campaign.timeZone}
          lang={consent.language === campaign.language ? undefined : consent.language}
        />
      ))}
    </Part>
  )
}

function GrantedOffers({ campaign, person }: Props) {
  if (person.offers.length === 0 && !Object.values(campaign.offers).some(isGrantedOffer))
    return null
  return (
    <Part title={me.offers.title}>
      {orNone(person.offers, me.offers.none, ({ offer, number, grantedAt }) => (
        <p key={offer}>
          {fill(number === null ? me.offers.granted : me.offers.numbered, {
            name: nameOfOffer(campaign, offer),
            number: number ?? '',
            granted: timeOf(grantedAt, campaign.timeZone),
          })}
        </p>
      ))}
    </Part>
  )
}

function QuizResults({ campaign, person, action }: Props & OfPage) {
  const { quizResults, unconfirmedQuizResults = [] } = person
  if (campaign.quiz === null && quizResults.length + unconfirmedQuizResults.length === 0)
    return null
  return (
    <Part title={me.quiz.title}>
      {orNone(quizResults, me.quiz.none, (result) => (
        <SavedResult key={result.id} result={result} campaign={campaign} />
      ))}
      {unconfirmedQuizResults.map((result) => (
        <SavedResult key={result.id} result={result} campaign={campaign}>
          <p>{withPromises(me.quiz.unconfirmed, language)}</p>
          <Press action={`${action}/${meResult}/${result.id}`} look="line">
            {me.quiz.confirm}
          </Press>
        </SavedResult>
      ))}
      {person.sequence && mayBeMailed(person.state) && (
        <p>
          {fill(me.quiz.sequence, {
            step: stepOf(person.sequence.step, campaign.sequence),
            next: timeOf(person.sequence.dueAt, campaign.timeZone),
          })}
        </p>
      )}
    </Part>
  )
}

function Mails({ campaign, person }: Props) {
  return (
    <Part title={me.mails.title}>
      {orNone(person.mails, me.mails.none, (mail, index) => (
        <p key={index}>{mailed(mail, campaign)}</p>
      ))}
      {person.reports.map(({ kind, reportedAt }, index) => (
        <p key={index}>
          {fill(me.mails.reports[kind], { at: timeOf(reportedAt, campaign.timeZone) })}
        </p>
      ))}
    </Part>
  )
}

function Links({ person: { links } }: Props) {
  return (
    <Part title={me.links.title}>
      <p>
        {links.length === 0
          ? me.links.none
          : fill(me.links.text, { count: numberText(links.length, language) })}
      </p>
    </Part>
  )
}

type Zoned = Pick<Campaign, 'timeZone'>

function originOf(
  { importedAt, referrer, ...person }: PersonalData,
  { timeZone }: Zoned,
): string[] {
  const isFriends = importedAt === null && person.source === friendSource
  const words = (['source', 'medium', 'campaign'] as const)
    .filter((part) => person[part] && !(part === 'source' && isFriends))
    .map((part) => fill(me.originWords[part], { word: person[part] }))
  return [
    ...(importedAt === null ? [] : [fill(me.imported, { imported: timeOf(importedAt, timeZone) })]),
    ...(isFriends ? [me.byFriend] : []),
    ...(words.length > 0
      ? [fill(importedAt === null ? me.origin : me.listed, { words: words.join(', ') })]
      : []),
    ...(referrer ? [fill(me.referrer, { referrer })] : []),
  ]
}

/**
 * The last step as 'mail 2 of 5'. A step that the campaign no longer has is named without a number.
 */
function stepOf(name: string | null, sequence: SequenceCopy | null): string {
  if (name === null) return me.quiz.noStep
  const steps = sequence?.steps ?? []
  const n = steps.findIndex((step) => step.name === name) + 1
  return n === 0 ? me.quiz.formerStep : fill(me.quiz.step, { n, of: steps.length })
}

/** Columns without a sentence of their own, as 'Label: value'. */
const labelledTexts = (person: PersonalData, { timeZone }: Zoned): string[] =>
  labelledColumns(person).map(
    ({ field, value, isTime }) =>
      `${stored.labels[field]}: ${isTime ? timeOf(Number(value), timeZone) : value}`,
  )

const mayBeMailed = (state: PersonState) => state !== 'unsubscribed' && !isSilenced(state)

function orNone<Item>(
  items: readonly Item[],
  none: string,
  draw: (item: Item, index: number) => ReactNode,
): ReactNode {
  return items.length === 0 ? <p>{none}</p> : items.map(draw)
}

const Consented = ({
  version,
  wording,
  placement,
  source,
  givenAt,
  lang,
  timeZone,
}: ConsentRecord & { lang: string | undefined; timeZone: string }) => (
  <div>
    {wording === '' ? (
      <p>{me.consents.unworded}</p>
    ) : (
      <blockquote lang={lang}>{wording}</blockquote>
    )}
    <p className="note">
      {fill(source === null ? me.consents.given : me.consents.imported, {
        given: timeOf(givenAt, timeZone),
        placement: placementOf(placement),
        version,
        source: source ?? '',
      })}
    </p>
  </div>
)

function mailed({ template, state, queuedAt, sentAt }: MailRecord, { timeZone }: Zoned): string {
  const { sent, waiting, unsent, unknown, names } = me.mails
  const words =
    state === 'sent'
      ? sent
      : state === 'uncertain'
        ? unknown
        : ['due', 'sending', 'overdue'].includes(state)
          ? waiting
          : unsent
  const mail = (names as Partial<Record<string, string>>)[template] ?? template
  return fill(words, { mail, sent: timeOf(sentAt, timeZone), made: timeOf(queuedAt, timeZone) })
}
