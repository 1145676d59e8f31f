import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isColour, mixed, readable, type Colour } from '#contract/theme/colour.ts'
import { textRatio, type Scheme } from '#contract/theme/theme.ts'

export const campaignsFolder = resolve(import.meta.dirname, '../campaigns')

/** What `npm run brand -- new` is asked for. */
export type Asked = { name: string; color?: string | undefined; scheme?: Scheme | undefined }

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
  { name, color = '#3B4CCA', scheme = 'light' }: Asked,
  isTaken: (name: string) => boolean,
): NewBrand {
  if (!/^[a-z][a-z0-9-]{0,40}$/.test(name))
    return {
      wrong: `'${name}' cannot name a folder: use small letters, digits and -, and begin with a letter.`,
    }
  if (isTaken(name)) return { wrong: `campaigns/${name} exists already: choose another name.` }
  if (!isColour(color) || color.length !== 7)
    return { wrong: `'${color}' is no colour: write it as #RRGGBB, such as '#E4572E'.` }
  const { ground, ink, end } = grounds[scheme]
  const accent = readable(color, [ground, mixed(ground, ink, 0.06)], textRatio, end)
  const brand = name
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')
  return {
    files: {
      [`${name}/index.ts`]: indexOf(brand),
      [`${name}/theme.ts`]: themeOf(brand, { scheme, ground, ink, accent }),
    },
    says: [
      `campaigns/${name} is ready. Start it with its own people:`,
      `  CAMPAIGN=${name} DATA_DIR=data-${name} npm start`,
      'What to write next:',
      `  campaigns/${name}/index.ts    the name, the first view, who keeps the addresses, what you offer`,
      `  campaigns/${name}/theme.ts    the colours${accent === color ? '' : `; ${color} is ${accent} here, so that text in it can be read`}`,
      `  campaigns/base/en             every other text: repeat a key in index.ts to change it`,
      `  CAMPAIGN=${name} npm run card draws the picture of shared links, once the words are yours`,
    ],
  }
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

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`\'`)}'`

const indexOf = (brand: string): string => `import { defineCampaign } from '#campaign/compose.ts'

/** What ${brand} says in its own words. The rest comes from campaigns/base. */
export const campaign = defineCampaign({
  brand: ${quoted(brand)},
  timeZone: 'Europe/Amsterdam',
  head: {
    title: ${quoted(`${brand} – join the waitlist`)},
    description: ${quoted(`Join the waitlist of ${brand}, and hear first.`)},
  },
  hero: {
    badge: 'Opening soon',
    headline: ${quoted(`${brand} is coming.`)},
    lead: 'Leave your email, and you are among the first to know.',
  },
  privacy: {
    contact: {
      text: '[your name and address], who writes to you about this launch. For what the links in our mails cannot do, write to us.',
      email: 'privacy@your-brand.example',
    },
  },
})
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
