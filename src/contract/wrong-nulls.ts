import type { Campaign, Offers, SectionCopies } from './campaign.ts'
import type { Figures, Wrong } from './figures.ts'

/** The section that shows a figure or an offer; null where that is the hero or the top of the page. */
const shownIn: Record<'figures', Record<keyof Figures, keyof SectionCopies | null>> &
  Record<'offers', Record<keyof Offers, keyof SectionCopies | null>> = {
  figures: {
    waiting: null,
    launch: null,
    earlySpots: 'strip',
    batchPercent: 'strip',
    audience: 'proof',
    cohort: 'proof',
    video: 'video',
    programSpots: 'exclusivity',
    programTimer: 'exclusivity',
    pageSpots: 'bars',
    earlyBird: 'earlyBird',
    accessTimer: 'final',
    recent: 'recent',
  },
  offers: {
    legacyPack: null,
    invitations: 'exclusivity',
    founding: 'final',
    exit: 'exit',
    mysteryReward: 'stay',
  },
}

/** By its key in the campaign, as `figures.video.watching`. */
export function sectionShowing(key: string): keyof SectionCopies | null {
  const [part, name] = key.split('.')
  const sections: Partial<Record<string, keyof SectionCopies | null>> =
    part === 'figures' || part === 'offers' ? shownIn[part] : {}
  return sections[name!] ?? null
}

/** What null leaves out. */
const optional = [
  /^(quiz|sequence)$/,
  /^sections\.(strip|earlyBird|video|quiz|exclusivity|bars|recent|exit|stay|updates)$/,
  /^figures\.(waiting|audience|cohort|recent|video\.(watching|averageS|requestPercent))$/,
  /\.source\.evidence$/,
]

const reasons: Partial<Record<string, string>> = {
  'sections.proof':
    'it stands beside the drawing, whose column would be alone; figures.audience or figures.cohort can be null',
  'sections.final': 'phase 5, its call to action and the form at the end of the page stand in it',
  'sections.footer': 'switches.footerNote leaves the note out',
  'figures.launch': "the hero's gauge and the shared link's card show it",
  'figures.video.previewMin': 'sections.video.tag shows it; sections.video can be null',
  updates: 'an empty list leaves the updates out, and so does sections.updates: null',
}

/** What is null in a campaign and cannot be, and why. */
export function wrongNulls(campaign: Campaign): Wrong[] {
  const nulls = nullsIn(campaign).filter((key) => !optional.some((pattern) => pattern.test(key)))
  const wrong = nulls.flatMap((key) => {
    const section = sectionOf(key)
    if (section && campaign.sections[section] === null) return []
    return [
      {
        key,
        reason: `it cannot be null: ${reasons[key] ?? (section ? whyOf(section) : 'the page needs it')}`,
      },
    ]
  })
  const { audience, cohort } = campaign.figures
  return audience === null && cohort === null
    ? [
        ...wrong,
        {
          key: 'figures.cohort',
          reason: `it cannot be null beside figures.audience: sections.proof would be empty`,
        },
      ]
    : wrong
}

/** The section that is left out with a figure. */
const sectionOf = (key: string) => (/^figures\.\w+$/.test(key) ? sectionShowing(key) : null)

const whyOf = (section: keyof SectionCopies) =>
  `sections.${section} shows it${optional.some((pattern) => pattern.test(`sections.${section}`)) ? `; sections.${section} can be null` : ''}`

function nullsIn(value: unknown, key = ''): string[] {
  if (value === null) return [key]
  if (typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) =>
    nullsIn(inner, key ? `${key}.${name}` : name),
  )
}
