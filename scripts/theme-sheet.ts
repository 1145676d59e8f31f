import type { Face, TextFace } from '#contract/theme/face.ts'
import { otherThan, type Colours, type Theme } from '#contract/theme/theme.ts'

/** Typefaces and colours, for page and dashboard. `campaigns`: the path from the sheet to them. */
export function themeSheet(theme: Theme, campaigns: string): string {
  const { underline: _, ...ofPage } = theme[theme.scheme]
  return `${facesOf(theme, campaigns)}
@layer base {
  :root {
    color-scheme: ${theme.scheme};
${variables(ofPage)}
    --radius: ${theme.radius}px;
    --display: '${theme.faces.display.family} Display', 'Fallback Narrow', 'Arial Narrow', sans-serif;
    --display-wide: '${theme.faces.display.family} Display', 'Fallback Wide', sans-serif;
    --wide: '${theme.faces.label.family} Label', 'Fallback Wide', sans-serif;
    --system: ${systemFonts};
    --text: var(--system);
  }${theme.faces.text ? faceOfText : ''}
}
`
}

/** Its file is there from the second page on (scripts/one-response.ts). */
const faceOfText = `
  [data-face] {
    --text: Text, var(--system);
  }`

const systemFonts =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif"

/** The section 'contents' as a sheet of paper over the width of the window, where the theme has one. */
export const paperSheet = ({ paper }: Theme): string =>
  paper === null
    ? ''
    : `#contents {
${variables(paper)}
    --sheet: none;
    --sheet-edge: var(--edge);
}
:is(#contents, #contents + .plate)::before {
    content: none;
}
`

/**
 * What the dashboard has besides: the other scheme, for who has set it on their system (DASH-14).
 * Paper is white, so that it has the colours of the light one.
 */
export function dashboardSheet(theme: Theme): string {
  const other = otherThan(theme.scheme)
  const { accent, bad, badText } = theme.light
  const { underline } = theme[theme.scheme]
  return `@layer base {
  :root {
${variables({ underline })}
  }
  @media screen and (prefers-color-scheme: ${other}) {
    :root {
      color-scheme: ${other};
${variables(theme[other])}
    }
  }
}
@media print {
  :root {
${variables({ accent, bad, badText })}
  }
}
`
}

const variables = (colours: Partial<Colours>): string =>
  Object.entries(colours)
    .map(([role, colour]) => `    --${kebab(role)}: ${colour.toLowerCase()};`)
    .join('\n')

const kebab = (role: string) => role.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/*
 * The size of display type's boxes does not depend on the font, so it may load late. Labels and text
 * do not wait for it: where the browser skips a late font, they have it from the next view on.
 */
const facesOf = ({ faces: { display, label, text } }: Theme, campaigns: string): string =>
  [
    face(`${display.family} Display`, display, 'swap', campaigns),
    face(`${label.family} Label`, label, 'optional', campaigns),
    ...(text ? textFaces(text, label, campaigns) : []),
    fallback('Fallback Narrow', narrowFonts, display, display.narrow),
    fallback('Fallback Wide', wideFonts, label, label.wide),
  ].join('\n')

const textFaces = (text: TextFace, label: Face, campaigns: string) => [
  face('Text', { ...text, stretch: '100%' }, 'optional', campaigns),
  face('Text', label, 'optional', campaigns),
]

type Drawn = Pick<Face, 'file' | 'weight' | 'stretch'>

const face = (name: string, { file, weight, stretch }: Drawn, display: string, campaigns: string) =>
  `@font-face {
  font-family: '${name}';
  src: url(${campaigns}/${file}) format('woff2');
  font-weight: ${weight};
  font-stretch: ${stretch};
  font-display: ${display};
}`

/** It has the face's ascent and descent, divided by its size-adjust, so that baselines do not move. */
const fallback = (name: string, fonts: readonly string[], face: Face, size: number) =>
  `@font-face {
  font-family: '${name}';
  src: ${fonts.map((font) => `local('${font}')`).join(', ')};
  font-weight: ${face.weight};
  size-adjust: ${percent(size)};
  ascent-override: ${percent(face.ascent / size)};
  descent-override: ${percent(face.descent / size)};
  line-gap-override: 0%;
}`

const percent = (part: number) => `${Math.round(part * 10_000) / 100}%`

const narrowFonts = [
  'Arial Narrow Bold',
  'ArialNarrow-Bold',
  'HelveticaNeue-CondensedBold',
  'RobotoCondensed-Bold',
  'Liberation Sans Narrow Bold',
]
const wideFonts = ['Arial Bold', 'Arial-BoldMT', 'Roboto Bold', 'Liberation Sans Bold']
