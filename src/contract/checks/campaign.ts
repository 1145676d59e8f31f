import type { Campaign } from '#contract/campaign/campaign.ts'
import { isEmail } from '#contract/address/email.ts'
import { sourcesOf } from '#contract/figures/source.ts'
import type { Wrong } from '#contract/figures/figures.ts'
import { wrongLiveOffers } from '#contract/live/offers.ts'
import { performanceTypes } from '#contract/quiz/quiz.ts'
import { shownFigures, unbackedFigures } from '#contract/figures/shown-figures.ts'
import { wrongNulls } from './nulls.ts'
import { wrongFigures } from './figures.ts'
import { wrongPromises, wrongWords } from './promises.ts'
import { wrongQuiz } from './quiz.ts'
import { isTimeZone, wrongSequence } from './sequence.ts'
import { leaves, wrongRepeated, wrongTexts } from './texts.ts'

/** The errors of a campaign, with the file of each key. An error stops the build. */
export function wrongCampaign(campaign: Campaign): (Wrong & { file: string })[] {
  // The rules below read values that must not be null.
  const nulls = wrongNulls(campaign)
  const wrong = nulls.length > 0 ? nulls : rules.flatMap((rule) => rule(campaign))
  return wrong.map((one) => ({ ...one, file: fileOf(campaign, one.key) }))
}

/** The errors of a campaign and of its words in one text, or null if there are none. */
export function refusalOf({
  campaign,
  words = {},
}: {
  campaign: Campaign
  words?: object
}): string | null {
  const wrong = [
    ...wrongCampaign(campaign),
    ...wrongWords(words).map((one) => ({ ...one, file: 'campaigns/base/words' })),
  ]
  return wrong.length === 0
    ? null
    : [
        'The campaign cannot be built:',
        ...wrong.map(({ file, key, reason }) => `  ${file}  ${key}: ${reason}`),
      ].join('\n')
}

const files: Partial<Record<string, string>> = {
  figures: 'figures.ts',
  offers: 'offers.ts',
  liveOffers: 'live-offers.ts',
  product: 'product.ts',
  updates: 'updates.ts',
  mails: 'mails.ts',
  sequence: 'sequence.ts',
  letters: 'letters.ts',
  launch: 'launch.ts',
  ends: 'copy/ends.ts',
  live: 'copy/live.ts',
  quiz: 'quiz.ts',
  hero: 'copy/hero.ts',
  consents: 'copy/consents.ts',
  privacy: 'copy/privacy.ts',
  sections: 'copy/sections.ts',
}
export const fileOf = ({ name }: Campaign, key: string): string =>
  `campaigns/${name}/${files[key.split('.')[0]!] ?? 'index.ts'}`

const timeZone = ({ timeZone }: Campaign): Wrong[] =>
  isTimeZone(timeZone) ? [] : [{ key: 'timeZone', reason: `'${timeZone}' is no time zone` }]

const figures = (campaign: Campaign) =>
  wrongFigures(campaign.figures).map(({ key, reason }) => ({ key: `figures.${key}`, reason }))

function offers({ offers }: Campaign): Wrong[] {
  const whole = leaves(offers).flatMap(({ key, value }) =>
    typeof value === 'number' && !(Number.isInteger(value) && value > 0)
      ? [{ key: `offers.${key}`, reason: `${value} is no whole number above 0` }]
      : [],
  )
  const { discountPercent } = offers.exit
  return [
    ...whole,
    ...(discountPercent > 100
      ? [{ key: 'offers.exit.discountPercent', reason: `${discountPercent} is no percentage` }]
      : []),
  ]
}

/** LIVE-1. `FIGURES` decides for the whole page what the server counts (LIVE-2). */
const sources = ({ figures, offers }: Campaign): Wrong[] =>
  sourcesOf({ figures, offers })
    .filter(({ source: { kind } }) => kind !== 'simulated' && kind !== 'claim')
    .map(({ key, source: { kind } }) => ({
      key: `${key}.source`,
      reason: `'${String(kind)}' is no source: use simulated or claim; with FIGURES=live the server counts the whole page`,
    }))

const liveOffers = (campaign: Campaign) => wrongLiveOffers(campaign.liveOffers, campaign.timeZone)

const contact = ({
  privacy: {
    contact: { email },
  },
}: Campaign): Wrong[] =>
  isEmail(email) ? [] : [{ key: 'privacy.contact.email', reason: `${email} is no e-mail address` }]

const product = ({ product }: Campaign): Wrong[] =>
  Object.entries(product)
    .filter(([, fact]) => fact?.trimEnd().endsWith('.'))
    .map(([name]) => ({
      key: `product.${name}`,
      reason: 'it ends with a full stop, which its sentence has',
    }))

function consents({ consents }: Campaign): Wrong[] {
  const twice = consents.filter(
    ({ version }, index) => consents.findIndex((other) => other.version === version) < index,
  )
  return [
    ...consents.flatMap(({ text, link }, index) =>
      text.endsWith(link)
        ? []
        : [{ key: `consents.${index}.text`, reason: `it does not end with its link, '${link}'` }],
    ),
    ...twice.map(({ version }) => ({
      key: 'consents',
      reason: `the version '${version}' stands twice`,
    })),
  ]
}

/** The quiz section needs a quiz, and uses the names of its types. */
function quiz({ quiz, sections }: Campaign): Wrong[] {
  if (quiz === null)
    return sections.quiz === null
      ? []
      : [{ key: 'sections.quiz', reason: 'it invites to a quiz, and there is none' }]
  const titles = performanceTypes.map((type) => quiz.types[type].title)
  const named = sections.quiz?.types.every((name, index) => name === titles[index]) ?? true
  return [
    ...wrongQuiz(quiz),
    ...(named
      ? []
      : [{ key: 'sections.quiz.types', reason: `the quiz calls them ${titles.join(', ')}` }]),
  ]
}

/** The quiz promises mails to everybody who saves a result. */
function sequence({ quiz, sequence }: Campaign): Wrong[] {
  const missing = quiz !== null && !sequence?.steps.length
  return [
    ...(missing
      ? [{ key: 'sequence.steps', reason: 'there is a quiz, and no mail follows its result' }]
      : []),
    ...(sequence ? wrongSequence(sequence) : []),
  ]
}

function letters({ letters: { plan, stops } }: Campaign): Wrong[] {
  const ramps = { plan, 'plan.perProvider': plan.perProvider }
  return [
    ...Object.entries(ramps).flatMap(([key, { firstHour, growth }]) => [
      ...(Number.isInteger(firstHour) && firstHour > 0
        ? []
        : [{ key: `letters.${key}.firstHour`, reason: `${firstHour} is no whole number above 0` }]),
      ...(growth >= 1 ? [] : [{ key: `letters.${key}.growth`, reason: `${growth} is below 1` }]),
    ]),
    ...Object.entries(stops).flatMap(([key, { share }]) =>
      share > 0 && share < 1
        ? []
        : [{ key: `letters.stops.${key}.share`, reason: `${share} is not between 0 and 1` }],
    ),
  ]
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

const rules: readonly ((campaign: Campaign) => Wrong[])[] = [
  timeZone,
  figures,
  offers,
  sources,
  liveOffers,
  wrongTexts,
  product,
  contact,
  consents,
  wrongRepeated,
  wrongPromises,
  quiz,
  sequence,
  letters,
  footerNote,
]
