import { entryOf, type Wrong } from '#contract/figures/figures.ts'
import { shownFigures, unbackedFigures, unknownNumbers } from '#contract/figures/shown-figures.ts'
import { wrongTimes } from '#contract/live/offers.ts'
import { isGrantedOffer, offerIn } from '#contract/campaign/offers.ts'
import { typesOf } from '#contract/quiz/quiz.ts'
import type { Campaign } from './campaign.ts'
import { leftOutWithPart } from './figures.ts'
import { otherKeys } from './quiz-rules.ts'

/** What is wrong between parts of a campaign that can be read, each of which is right by itself. */
export const wrongTogether = (campaign: Campaign, isReadable: (part: string) => boolean): Wrong[] =>
  rules.flatMap(({ of, wrong }) => (of.every(isReadable) ? wrong(campaign) : []))

const figures = ({ figures, sections }: Campaign): Wrong[] =>
  leftOutWithPart.flatMap((name) => {
    const part = entryOf(`figures.${name}`, {})?.shownIn
    return part && figures[name] === null && sections[part] !== null
      ? [
          {
            key: `figures.${name}`,
            reason: `it cannot be null: sections.${part} shows it; sections.${part} can be null`,
          },
        ]
      : []
  })

/** The section has the words around two figures. */
const proof = ({ figures, sections }: Campaign): Wrong[] =>
  (['audience', 'cohort'] as const)
    .filter((name) => sections.proof === null && figures[name] !== null)
    .slice(0, 1)
    .map((name) => ({
      key: 'sections.proof',
      reason: `it cannot be null: figures.${name} stands in it; figures.audience and figures.cohort can be null, which leaves it out`,
    }))

/** LIVE-5: what the last section says once its offer has ended. */
function finalOver({ offers, live }: Campaign): Wrong[] {
  const offer = offerIn(offers, 'final')
  return live.finalOver === null && offer !== undefined
    ? [
        {
          key: 'live.finalOver',
          reason: `it cannot be null: sections.final says it once offers.${offer} has ended`,
        },
      ]
    : []
}

const times = ({ offers, timeZone }: Campaign) => wrongTimes(offers, timeZone)

/** LINE-6: a reward that an offer of the page gives too. */
const rewards = ({ line, offers }: Campaign): Wrong[] =>
  (line?.terms.rewards ?? []).flatMap(({ alsoBy }, index) =>
    alsoBy === undefined || isGrantedOffer(offers[alsoBy])
      ? []
      : [
          {
            key: `line.terms.rewards.${index}.alsoBy`,
            reason: `'${alsoBy}' is no offer that people are granted`,
          },
        ],
  )

/**
 * Texts that repeat an offer. A number in them that is no figure of the campaign was forgotten when
 * the figure changed.
 */
function repeated(campaign: Campaign): Wrong[] {
  const { updates, offers } = campaign
  const said = [
    ...updates.map(({ text }, index) => ({ key: `updates.${index}.text`, text })),
    ...Object.entries(offers).flatMap(([name, offer]) =>
      offer?.note === undefined ? [] : [{ key: `offers.${name}.note`, text: offer.note }],
    ),
  ]
  return said.flatMap(({ key, text }) =>
    unknownNumbers(text, campaign).map((number) => ({
      key,
      reason: `${number} is none of the campaign's figures`,
    })),
  )
}

/** The quiz section needs a quiz, and uses the names of its types. */
function quizSection({ quiz, sections }: Campaign): Wrong[] {
  if (sections.quiz === null) return []
  if (quiz === null)
    return [{ key: 'sections.quiz', reason: 'it invites to a quiz, and there is none' }]
  const titles = Object.values(quiz.types).map(({ title }) => title)
  const { types, axes } = sections.quiz
  return [
    ...(types.length === titles.length && types.every((name, index) => name === titles[index])
      ? []
      : [{ key: 'sections.quiz.types', reason: `the quiz calls them ${titles.join(', ')}` }]),
    ...(axes.length === titles.length
      ? []
      : [
          {
            key: 'sections.quiz.axes',
            reason: `it has ${axes.length} entries, and needs ${titles.length}`,
          },
        ]),
  ]
}

/** LANG-4: a result is shown first in a language of the campaign. */
const firstResult = ({ quiz, languages }: Campaign): Wrong[] =>
  quiz?.resultFirst === undefined || languages.includes(quiz.resultFirst)
    ? []
    : [
        {
          key: 'quiz.resultFirst',
          reason: `'${quiz.resultFirst}' is none of the campaign's languages: ${languages.join(', ')}`,
        },
      ]

/** The quiz promises mails to everybody who saves a result, each with a text for their type. */
function sequence({ quiz, sequence }: Campaign): Wrong[] {
  if (quiz === null) return []
  if (!sequence?.steps.length)
    return [{ key: 'sequence.steps', reason: 'there is a quiz, and no mail follows its result' }]
  return sequence.steps.flatMap(({ texts }, at) =>
    otherKeys(texts, typesOf(quiz), `sequence.steps.${at}.texts`, 'text'),
  )
}

/** LIVE-3: the footer's note must be shown as long as a shown figure is simulated or unbacked. */
function footerNote(campaign: Campaign): Wrong[] {
  const { footerNote, figures } = campaign.switches
  if (footerNote) return []
  return unbackedFigures(shownFigures(campaign, figures))
    .slice(0, 1)
    .map(({ key, source }) => ({
      key: 'switches.footerNote',
      reason: `${key} is ${source.kind === 'simulated' ? 'simulated' : 'claimed without evidence'} and shown, so the note has to stand`,
    }))
}

const rules: readonly {
  of: readonly (keyof Campaign)[]
  wrong: (campaign: Campaign) => Wrong[]
}[] = [
  { of: ['figures', 'sections'], wrong: figures },
  { of: ['figures', 'sections'], wrong: proof },
  { of: ['offers', 'live'], wrong: finalOver },
  { of: ['offers', 'timeZone'], wrong: times },
  { of: ['line', 'offers'], wrong: rewards },
  { of: ['updates', 'offers', 'figures'], wrong: repeated },
  { of: ['quiz', 'sections'], wrong: quizSection },
  { of: ['quiz', 'languages'], wrong: firstResult },
  { of: ['quiz', 'sequence'], wrong: sequence },
  { of: ['figures', 'offers', 'sections', 'switches', 'live', 'updates'], wrong: footerNote },
]
