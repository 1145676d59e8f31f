import type { Campaign } from './campaign.ts'
import { isEmail } from './email.ts'
import { grouped, isUnbacked, sourcesOf, wrongFigures, type Wrong } from './figures.ts'
import { factBlanks } from './facts.ts'
import { offerBlanks } from './offer-blanks.ts'
import { performanceTypes } from './quiz.ts'
import { sectionShowing, wrongNulls } from './wrong-nulls.ts'
import { wrongQuiz } from './wrong-quiz.ts'
import { isTimeZone, wrongSequence } from './wrong-sequence.ts'

/** What is wrong with a campaign, with the file in which each key stands; the build stops where anything is. */
export function wrongCampaign(campaign: Campaign): (Wrong & { file: string })[] {
  // The rules below read what is not null.
  const nulls = wrongNulls(campaign)
  const wrong = nulls.length > 0 ? nulls : rules.flatMap((rule) => rule(campaign))
  return wrong.map((one) => ({ ...one, file: fileOf(one.key) }))
}

/** The same in words, for whoever is about to build or show the campaign; null where nothing is wrong. */
export function refusalOf(campaign: Campaign): string | null {
  const wrong = wrongCampaign(campaign)
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
  product: 'product.ts',
  updates: 'updates.ts',
  mails: 'mails.ts',
  sequence: 'sequence.ts',
  quiz: 'quiz.ts',
  hero: 'copy/hero.ts',
  consents: 'copy/consents.ts',
  privacy: 'copy/privacy.ts',
  sections: 'copy/sections.ts',
}
export const fileOf = (key: string): string =>
  `src/campaign/${files[key.split('.')[0]!] ?? 'campaign.ts'}`

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
  const live = Object.entries(offers)
    .filter(([, { source }]) => source.kind === 'live')
    .map(([key]) => ({ key: `offers.${key}`, reason: 'live figures are not available yet' }))
  const { discountPercent } = offers.exit
  return [
    ...whole,
    ...live,
    ...(discountPercent > 100
      ? [{ key: 'offers.exit.discountPercent', reason: `${discountPercent} is no percentage` }]
      : []),
  ]
}

const contact = ({
  privacy: {
    contact: { email },
  },
}: Campaign): Wrong[] =>
  isEmail(email) ? [] : [{ key: 'privacy.contact.email', reason: `${email} is no e-mail address` }]

/** What the page fills in, and where it must be: anything else in braces would be shown as it stands. */
const filledIn: readonly { at: RegExp; names: readonly string[]; needed: boolean }[] = [
  { at: /^hero\.unit\.(remain|of|complete|reward\.line)$/, names: ['{n}'], needed: true },
  {
    at: /^hero\.unit\.access\.line$/,
    names: offerBlanks.map((name) => `{${name}}`),
    needed: false,
  },
  {
    at: /^sections\.contents\.(facts|callouts)\.\d+\.text\.\d+$/,
    names: factBlanks.map((name) => `{${name}}`),
    needed: false,
  },
  {
    at: /^sections\.(earlyBird\.after|video\.tag|exclusivity\.spots|bars\.reminder|recent\.ago)$/,
    names: ['{n}'],
    needed: true,
  },
  { at: /^sections\.recent\.text$/, names: ['{name}', '{city}'], needed: true },
  {
    at: /^sections\.(strip\.messages\.[01]|final\.(title|text)|exit\.(title|cta)|stay\.items\.\d+)$/,
    names: ['{n}'],
    needed: false,
  },
  { at: /^quiz\.dialog\.(step|progress)$/, names: ['{n}'], needed: true },
  { at: /^quiz\.dialog\.leading$/, names: ['{type}'], needed: true },
  { at: /^quiz\.dialog\.saved\.\w+$/, names: ['{email}'], needed: false },
  { at: /^mails\.(confirm|welcome)\.quiz$/, names: ['{type}'], needed: true },
  {
    at: /^mails\.welcome\.details\.\d+\.(name|text)$/,
    names: offerBlanks.map((name) => `{${name}}`),
    needed: false,
  },
  { at: /^mails\.(footer|sequence)\.why$/, names: ['{email}'], needed: true },
  { at: /^mails\.sequence\.place$/, names: ['{n}', '{of}'], needed: true },
]
function texts(campaign: Campaign): Wrong[] {
  return leaves(campaign).flatMap(({ key, value }) => {
    if (typeof value !== 'string') return []
    if (value.trim() === '') return [{ key, reason: 'the text is empty' }]
    const place = filledIn.find(({ at }) => at.test(key))
    const found: readonly string[] = value.match(/\{\w*\}/g) ?? []
    const missing = place?.needed ? place.names.filter((name) => !found.includes(name)) : []
    const unknown = found.filter(
      (name) =>
        !place?.names.includes(name) && !(/^(mails|sequence)\./.test(key) && name === '{brand}'),
    )
    return [
      ...missing.map((name) => ({
        key,
        reason: `${name} is missing, so that the text would not show its figure`,
      })),
      ...unknown.map((name) => ({ key, reason: `nothing fills in ${name} here` })),
    ]
  })
}

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

function headline({
  hero: {
    headline: { text, locked },
  },
}: Campaign): Wrong[] {
  const joined = locked?.map((line) => line.text).join(' ')
  return joined === undefined || joined === text
    ? []
    : [
        {
          key: 'hero.headline.locked',
          reason: `its lines read '${joined}', the headline says '${text}'`,
        },
      ]
}

/** Texts that say an offer again: a number in them that is no figure of the campaign was forgotten when the figure changed. */
function repeated({ updates, offers, figures }: Campaign): Wrong[] {
  const known = new Set(
    leaves({ offers, figures }).flatMap(({ value }) =>
      typeof value === 'number' ? [grouped(value)] : [],
    ),
  )
  const said = [
    ...updates.map(({ text }, index) => ({ key: `updates.${index}.text`, text })),
    { key: 'offers.legacyPack.note', text: offers.legacyPack.note },
  ]
  return said.flatMap(({ key, text }) =>
    [...text.matchAll(/(?<![#\d])\d[\d,]*/g)]
      .map(([number]) => number.replace(/,$/, ''))
      .filter((number) => !known.has(number))
      .map((number) => ({ key, reason: `${number} is none of the campaign's figures` })),
  )
}

/** A section that invites needs a quiz to invite to, and calls its types by their names. */
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

/** Whoever saves a result is promised its protocol by mail. */
function sequence({ quiz, sequence }: Campaign): Wrong[] {
  const missing = quiz !== null && !sequence?.steps.length
  return [
    ...(missing
      ? [{ key: 'sequence.steps', reason: 'there is a quiz, and no mail follows its result' }]
      : []),
    ...(sequence ? wrongSequence(sequence) : []),
  ]
}

/** LIVE-3: what the note tells must be told as long as it is so. */
function footerNote({ switches, figures, offers, sections }: Campaign): Wrong[] {
  if (switches.footerNote) return []
  const isShown = (key: string) => {
    const section = sectionShowing(key)
    return section === null || sections[section] !== null
  }
  return sourcesOf({ figures, offers })
    .filter(({ key, source }) => isUnbacked(source) && isShown(key))
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
  texts,
  product,
  contact,
  consents,
  headline,
  repeated,
  quiz,
  sequence,
  footerNote,
]

function leaves(value: unknown, key = ''): { key: string; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ key, value }]
  return Object.entries(value).flatMap(([name, inner]) =>
    leaves(inner, key ? `${key}.${name}` : name),
  )
}
