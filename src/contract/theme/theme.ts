import { contrast, mixed, readable, seenOn, withAlpha, type Colour } from './colour.ts'
import { archivo, archivoText, type Face, type TextFace } from './face.ts'

export type Scheme = 'dark' | 'light'

/** The colours of a scheme, by their role; page/styles has each as a variable, as `--on-accent`. */
export type Colours = {
  ground: Colour
  /** panels, what lies on the page, and fields */
  raised: Colour
  floating: Colour
  highest: Colour
  /** headlines and what is stressed, running text, notes */
  ink: Colour
  body: Colour
  quiet: Colour
  /** buttons, large numbers, the level of the drawing */
  accent: Colour
  accentHover: Colour
  onAccent: Colour
  accentTint: Colour
  urgent: Colour
  bad: Colour
  badTint: Colour
  badText: Colour
  good: Colour
  /** hairlines, which only divide */
  line: Colour
  border: Colour
  underline: Colour
  /** the borders of fields and buttons, and the ring of what has the focus */
  field: Colour
  ring: Colour
  /** a spot that is taken */
  taken: Colour
  /** what lies behind a dialog, and below a panel */
  scrim: Colour
  shadow: Colour
}
export type Role = keyof Colours

/** Mails know no transparency and no variables. */
export type MailColours = Record<'ground' | 'ink' | 'body' | 'quiet' | 'line', Colour>

/** One section of the page has these, as a sheet that lies on it. */
export type PaperColours = Pick<
  Colours,
  | 'ground'
  | 'raised'
  | 'ink'
  | 'body'
  | 'quiet'
  | 'accent'
  | 'accentTint'
  | 'line'
  | 'border'
  | 'ring'
>

/** Without a face of its own, text is in that of the visitor's system. */
type Faces = { display: Face; label: Face; text?: TextFace }

/** What the `theme.ts` of a campaign declares. What it leaves out is derived from the rest. */
export type DeclaredTheme = {
  /** of page and cards, and of the dashboard on a system without a choice */
  scheme: Scheme
  color: Partial<Colours> & Pick<Colours, 'ground' | 'ink' | 'accent'>
  /** the other scheme: mails and the dashboard need both */
  other?: Partial<Colours>
  mail?: Partial<Record<Scheme, Partial<MailColours>>>
  /** of the section 'contents'; without it the section has the colours of the page */
  paper?: Pick<PaperColours, 'ground' | 'ink'> & Partial<PaperColours>
  faces?: Faces
  /** of buttons, fields and panels, in px */
  radius?: number
}

/** Each colour of both schemes. */
export type Theme = {
  scheme: Scheme
  dark: Colours
  light: Colours
  mail: Record<Scheme, MailColours>
  paper: PaperColours | null
  faces: Faces
  radius: number
}

/** Returns what is declared, for its type. */
export const defineTheme = (declared: DeclaredTheme): DeclaredTheme => declared

export function themeOf(declared: DeclaredTheme): Theme {
  const { scheme, color, mail, paper, faces, radius } = declared
  const own = coloursOf(scheme, color)
  const other = coloursOf(otherThan(scheme), otherScheme(declared))
  const both = scheme === 'dark' ? { dark: own, light: other } : { dark: other, light: own }
  return {
    scheme,
    ...both,
    mail: {
      dark: { ...mailColours(both.dark), ...mail?.dark },
      light: { ...mailColours(both.light), ...mail?.light },
    },
    paper: paper ? { ...paperColours(paper.ground, paper.ink, own.accent), ...paper } : null,
    faces: faces ?? { display: archivo, label: archivo, text: archivoText },
    radius: radius ?? 4,
  }
}

export const otherThan = (scheme: Scheme): Scheme => (scheme === 'dark' ? 'light' : 'dark')

const black = '#000000'
const white = '#FFFFFF'

/** The ratios of text, and of large text, drawings and borders (WCAG 1.4.3, 1.4.11). */
export const textRatio = 4.5
export const shapeRatio = 3

/** The same accent in the other scheme, as dark or as light as its ground demands. */
function otherScheme({ scheme, color, other }: DeclaredTheme): DeclaredTheme['color'] {
  const [ground, ink, end]: Colour[] =
    scheme === 'dark' ? [white, '#16161A', black] : ['#0E0E10', '#F4F4F2', white]
  const shown = { ground: ground!, ink: ink!, ...other }
  const grounds = [shown.ground, mixed(shown.ground, shown.ink, 0.06)]
  return { accent: readable(color.accent, grounds, textRatio, end!), ...shown }
}

/** Derives what is left out: greys between ground and ink, tints and shades of the accent. */
function coloursOf(scheme: Scheme, given: DeclaredTheme['color']): Colours {
  const { ground, ink, accent } = given
  const isDark = scheme === 'dark'
  const end = isDark ? white : black
  const highest = given.highest ?? mixed(ground, ink, 0.1)
  const grounds = [ground, highest]
  const text = (colour: Colour) => readable(colour, grounds, textRatio, end)
  const shape = (colour: Colour) => readable(colour, grounds, shapeRatio, end)
  const bad = text(isDark ? '#FF5A52' : '#B3261E')
  const accentHover = mixed(accent, end, isDark ? 0.25 : 0.12)
  return {
    raised: mixed(ground, ink, 0.03),
    floating: mixed(ground, ink, 0.06),
    highest,
    body: text(mixed(ink, ground, 0.18)),
    quiet: text(mixed(ink, ground, isDark ? 0.4 : 0.32)),
    accentHover,
    onAccent: clearest([accent, accentHover], ['#16100A', white]),
    accentTint: mixed(ground, accent, 0.1),
    urgent: text(isDark ? '#FB8B24' : '#B45309'),
    bad,
    badTint: mixed(ground, bad, 0.12),
    badText: text(isDark ? '#FF8F88' : '#A3221B'),
    good: shape(isDark ? '#4ADE9A' : '#0F7A4A'),
    line: withAlpha(ink, 0.09),
    border: withAlpha(ink, 0.2),
    underline: withAlpha(ink, 0.36),
    field: shape(mixed(ground, ink, 0.45)),
    ring: shape(mixed(accent, end, isDark ? 0.5 : 0.3)),
    taken: shape(mixed(ground, ink, 0.55)),
    scrim: withAlpha(black, isDark ? 0.72 : 0.5),
    shadow: withAlpha(black, isDark ? 0.6 : 0.2),
    ...given,
  }
}

/** Drawings and text are in ink; the accent of the page only fills, as it may be too light to read. */
const paperColours = (ground: Colour, ink: Colour, accent: Colour): PaperColours => ({
  ground,
  raised: ground,
  ink,
  body: mixed(ink, ground, 0.18),
  quiet: mixed(ink, ground, 0.32),
  accent: ink,
  accentTint: accent,
  line: withAlpha(ink, 0.2),
  border: withAlpha(ink, 0.4),
  ring: ink,
})

/** Of `inks` the one that stands out most where it stands out least. */
function clearest(grounds: readonly Colour[], inks: readonly [Colour, Colour]): Colour {
  const least = (ink: Colour) => Math.min(...grounds.map((ground) => contrast(ink, ground)))
  return least(inks[0]) >= least(inks[1]) ? inks[0] : inks[1]
}

const mailColours = ({ ground, ink, body, quiet, border }: Colours): MailColours => ({
  ground,
  ink,
  body,
  quiet,
  line: seenOn(border, ground),
})
