import type { Offer } from '#contract/campaign/offers.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { isUnbacked, type ShownSource } from './source.ts'
import { entryOf } from './figures.ts'
import type { FigureMode, LiveFigures, TrueFigure } from '#contract/live/figures.ts'
import { shownFigures, shownSources } from './shown-figures.ts'
import { counted } from '#contract/english.ts'
import { leaves } from '#contract/text.ts'
import { fileOf } from '#contract/campaign/campaign-files.ts'
import { samplesIn } from '#contract/campaign/samples.ts'
import { isNoteToAuthor, openContact } from '#contract/campaign/contact.ts'

/**
 * `value` is what the page shows: what the campaign says, or what the server counts for a live
 * figure; null before the first count. `now` is what the server counts; null for a figure that it
 * cannot know. `evidence` is null where none is named or needed.
 */
export type ListedFigure = {
  key: string
  file: string
  source: ShownSource['kind']
  evidence: string | null
  value: unknown
  now: TrueFigure | null
}

/** A fact that only the brand knows: null, or with a placeholder that `reason` describes. */
export type MissingFact = { key: string; file: string; value: string | null; reason: string }

/** HERO-12: what pages with simulated figures show as an example, and others leave out. */
export type ListedSample = { key: string; file: string; value: unknown }

/** `countedAt`: when the true values were counted; null if they were not. */
export type FigureReport = {
  mode: FigureMode
  countedAt: number | null
  figures: ListedFigure[]
  samples: ListedSample[]
  missing: MissingFact[]
  open: OpenEntries
}

type OpenEntries = {
  simulated: number
  claimsWithoutEvidence: number
  samples: number
  missing: number
}

/**
 * LIVE-3: every figure that the page shows in this mode, with its source and evidence, every sample,
 * and every missing fact of the product. A sample stays open with live figures: what it stands for
 * is missing there.
 */
export function reportFigures(
  whole: Campaign,
  { mode, live = null }: { mode: FigureMode; live?: LiveFigures | null },
): FigureReport {
  const campaign = shownFigures(whole, mode)
  const sources = shownSources(campaign)
  const { goal } = campaign.figures.launch.value
  const trueOf = (key: string) =>
    (live && entryOf(key, campaign.offers)?.live?.trueValue(live, goal)) ?? null
  const missing = [...factsNotGiven(whole), ...contactNotGiven(campaign), ...missingFacts(campaign)]
  const samples = samplesIn(whole).map((one) => ({ ...one, file: fileOf(campaign, one.key) }))
  const unbacked = (kind: ShownSource['kind']) =>
    sources.filter(({ source }) => source.kind === kind && isUnbacked(source)).length
  return {
    mode,
    countedAt: live?.at ?? null,
    figures: sources.map((one) => listedFigure(campaign, one, trueOf(one.key))),
    samples,
    missing,
    open: {
      simulated: unbacked('simulated'),
      claimsWithoutEvidence: unbacked('claim'),
      samples: samples.length,
      missing: missing.length,
    },
  }
}

const listedFigure = (
  campaign: Campaign,
  { key, source, figure }: ReturnType<typeof shownSources>[number],
  now: TrueFigure | null,
): ListedFigure => ({
  key,
  file: fileOf(campaign, key),
  source: source.kind,
  evidence: source.kind === 'claim' ? source.evidence || null : null,
  value: source.kind === 'live' ? (now?.value ?? null) : said(key, figure),
  now,
})

/** Of an offer its numbers, and what the page says of it. */
function said(key: string, figure: object): unknown {
  if (!key.startsWith('offers.')) return 'value' in figure ? figure.value : figure
  // Only offers have such keys.
  const { name, number, note, most, count, numbers, money } = figure as Offer
  const many = most === undefined ? { count } : { most }
  return number === undefined && note === undefined
    ? { ...(count !== undefined && { count }), ...numbers, ...money, ...(most != null && { most }) }
    : { name, number, ...many, ...numbers, ...money, note }
}

export const isSettled = (open: OpenEntries): boolean =>
  Object.values(open).every((count) => count === 0)

/**
 * The counts as one clause, e.g. `13 simulated figures, 9 claims without evidence, 2 samples, 1
 * missing fact`.
 */
export const openInWords = ({
  simulated,
  claimsWithoutEvidence,
  samples,
  missing,
}: OpenEntries): string =>
  [
    counted(simulated, 'simulated figure'),
    counted(claimsWithoutEvidence, 'claim without evidence', 'claims without evidence'),
    counted(samples, 'sample'),
    counted(missing, 'missing fact'),
  ].join(', ')

/**
 * Domains that nobody can own, so that no mail and no visitor arrives there (RFC 2606, RFC 6761).
 */
const exampleDomain = /\b(?:example\.(?:com|net|org)|[\w-]+\.(?:example|test|invalid|localhost))\b/i
/** HERO-12: the page names them only in `sections.contents`. */
const factsNotGiven = (campaign: Campaign): MissingFact[] =>
  Object.entries(campaign.sections.contents === null ? {} : campaign.product)
    .filter(([, value]) => value === null)
    .map(([name]) => ({
      key: `product.${name}`,
      file: fileOf(campaign, 'product'),
      value: null,
      reason: 'not given yet',
    }))

/** LANG-5: a part with a note in its place is found as any text. */
const contactNotGiven = (campaign: Campaign): MissingFact[] =>
  openContact(campaign)
    .filter((part) => campaign.privacy.contact[part] === null)
    .map((part) => ({
      key: `privacy.contact.${part}`,
      file: fileOf(campaign, 'privacy'),
      value: null,
      reason: 'not given yet',
    }))

function missingFacts(campaign: Campaign): MissingFact[] {
  return leaves(campaign).flatMap(({ key, value }) => {
    const reason = typeof value === 'string' ? reasonOf(value) : null
    return reason === null
      ? []
      : [{ key, file: fileOf(campaign, key), value: String(value), reason }]
  })
}

function reasonOf(text: string): string | null {
  if (exampleDomain.test(text)) return 'a domain reserved for examples: nothing arrives there'
  if (isNoteToAuthor(text)) return 'a note to the author, not a text for visitors'
  return null
}
