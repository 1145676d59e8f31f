import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bases, unknownLanguage } from '#campaigns/base/languages.ts'
import { isColour, mixed, readable, type Colour } from '#contract/theme/colour.ts'
import { textRatio, type Scheme } from '#contract/theme/theme.ts'

export const campaignsFolder = resolve(import.meta.dirname, '../campaigns')

/** What `npm run brand -- new` is asked for. `lang`: a tag, as `nl` or `nl-NL`. */
export type Asked = {
  name: string
  color?: string | undefined
  scheme?: Scheme | undefined
  lang?: string | undefined
}

/** What it writes below `campaigns/`, by its path, and what it says; or one sentence on what is wrong. */
type NewBrand = { files: Record<string, string>; says: string[] } | { wrong: string }

const grounds: Record<Scheme, { ground: Colour; ink: Colour; end: Colour }> = {
  light: { ground: '#FFFFFF', ink: '#16161A', end: '#000000' },
  dark: { ground: '#0E0E10', ink: '#F4F4F2', end: '#FFFFFF' },
}

/**
 * A folder that builds and serves as it is, in the words of the base. An accent that could not be
 * read on its ground is made darker or lighter until it can (WCAG 1.4.3).
 */
export function newBrand(
  { name, color = '#3B4CCA', scheme = 'light', lang = 'en' }: Asked,
  isTaken: (name: string) => boolean,
): NewBrand {
  if (!/^[a-z][a-z0-9-]{0,40}$/.test(name))
    return {
      wrong: `'${name}' cannot name a folder: use small letters, digits and -, and begin with a letter.`,
    }
  if (isTaken(name)) return { wrong: `campaigns/${name} exists already: choose another name.` }
  if (!isColour(color) || color.length !== 7)
    return { wrong: `'${color}' is no colour: write it as #RRGGBB, such as '#E4572E'.` }
  // The base has a language as a whole, not as one country writes it.
  const [language = ''] = lang.toLowerCase().split(/[-_]/)
  if (!Object.hasOwn(bases, language)) return { wrong: unknownLanguage(lang) }
  const { ground, ink, end } = grounds[scheme]
  const accent = readable(color, [ground, mixed(ground, ink, 0.06)], textRatio, end)
  const brand = name
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')
  return {
    files: {
      [`${name}/index.ts`]: indexOf(brand, language),
      [`${name}/copy/privacy.ts`]: privacyOf(brand),
      [`${name}/theme.ts`]: themeOf(brand, { scheme, ground, ink, accent }),
    },
    says: [
      `campaigns/${name} is ready. Start it with its own people:`,
      `  CAMPAIGN=${name} DATA_DIR=data-${name} npm start`,
      'What to write next:',
      ...columns([
        [
          `campaigns/${name}/copy/privacy.ts`,
          'your name, postal address and e-mail address: a public page sends no letters without them',
        ],
        [`campaigns/${name}/index.ts`, 'the name, the first view, what you offer'],
        [
          `campaigns/${name}/theme.ts`,
          `the colours${accent === color ? '' : `; ${color} is ${accent} here, so that text in it can be read`}`,
        ],
        [`campaigns/base/${language}`, 'every other text: repeat a key in index.ts to change it'],
        [
          `CAMPAIGN=${name} npm run card`,
          'draws the picture of shared links, once the words are yours',
        ],
      ]),
    ],
  }
}

const columns = (rows: readonly (readonly [what: string, why: string])[]): string[] => {
  const width = Math.max(...rows.map(([what]) => what.length)) + 2
  return rows.map(([what, why]) => `  ${what.padEnd(width)}${why}`)
}

/** Writes the files of a new brand. */
export function writeBrand(files: Record<string, string>, folder = campaignsFolder): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

export const isTakenIn =
  (folder = campaignsFolder) =>
  (name: string): boolean =>
    existsSync(join(folder, name))

/** As the formatter writes it within four blanks: at 100 columns the value has a line of its own. */
const line = (text: string): string => (text.length <= 96 ? text : text.replace(': ', ':\n      '))

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`\'`)}'`

/** What no base can say of a brand. A language of the base without them has English ones. */
const ownWords: Record<
  string,
  (brand: string) => Record<'title' | 'description' | 'badge' | 'headline' | 'lead', string>
> = {
  en: (brand) => ({
    title: `${brand} – join the waitlist`,
    description: `Join the waitlist of ${brand}, and hear first.`,
    badge: 'Opening soon',
    headline: `${brand} is coming.`,
    lead: 'Leave your email, and you are among the first to know.',
  }),
  nl: (brand) => ({
    title: `${brand} – kom op de wachtlijst`,
    description: `Kom op de wachtlijst van ${brand} en hoor het als eerste.`,
    badge: 'Binnenkort',
    headline: `${brand} komt eraan.`,
    lead: 'Laat je e-mailadres achter en je hoort het als een van de eersten.',
  }),
}

function indexOf(brand: string, language: string): string {
  const { title, description, badge, headline, lead } = (ownWords[language] ?? ownWords['en']!)(
    brand,
  )
  return `import { defineCampaign } from '#campaign/compose.ts'
import { privacy } from './copy/privacy.ts'

/** What ${brand} says in its own words. The rest comes from campaigns/base/${language}. */
export const campaign = defineCampaign({
  brand: ${quoted(brand)},
  language: '${language}',
  timeZone: 'Europe/Amsterdam',
  head: {
    title: ${quoted(title)},
    ${line(`description: ${quoted(description)},`)}
  },
  hero: {
    badge: ${quoted(badge)},
    headline: ${quoted(headline)},
    lead: ${quoted(lead)},
  },
  privacy,
})
`
}

const privacyOf = (
  brand: string,
): string => `import type { DeclaredCampaign } from '#campaign/compose.ts'

/** Who keeps the addresses and writes the mails of ${brand}. Null is a blank on the privacy page. */
export const privacy: DeclaredCampaign['privacy'] = {
  contact: {
    /** yours, or that of your company */
    name: null,
    /** where post arrives, on one line */
    address: null,
    /** an e-mail address for questions about data */
    email: null,
  },
}
`

const themeOf = (
  brand: string,
  { scheme, ground, ink, accent }: { scheme: Scheme; ground: Colour; ink: Colour; accent: Colour },
): string => `import { defineTheme } from '#contract/theme/theme.ts'

/** The colours of ${brand}. What is left out follows from these. */
export const theme = defineTheme({
  scheme: '${scheme}',
  color: { ground: '${ground}', ink: '${ink}', accent: '${accent}' },
})
`
