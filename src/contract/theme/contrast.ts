import { contrast, isColour, type Colour } from './colour.ts'
import {
  shapeRatio,
  textRatio,
  themeOf,
  type Colours,
  type DeclaredTheme,
  type Role,
  type Scheme,
  type Theme,
} from './theme.ts'

/** Colours that are seen on each other, with the ratio that they need (WCAG 1.4.3, 1.4.11). */
type Pair = { of: Role; on: readonly Role[]; ratio: number; as: string }

const grounds = ['ground', 'raised', 'floating'] as const

/**
 * `line`, `border` and `underline` only divide or decorate, and `scrim` and `shadow` lie behind
 * what is read: they need no contrast. Tints and surfaces are grounds.
 */
export const pairs: readonly Pair[] = [
  { of: 'ink', on: [...grounds, 'highest'], ratio: textRatio, as: 'text' },
  { of: 'body', on: [...grounds, 'highest'], ratio: textRatio, as: 'text' },
  { of: 'quiet', on: [...grounds, 'highest'], ratio: textRatio, as: 'text' },
  { of: 'accent', on: grounds, ratio: textRatio, as: 'text' },
  { of: 'onAccent', on: ['accent', 'accentHover'], ratio: textRatio, as: 'text' },
  { of: 'badText', on: [...grounds, 'badTint'], ratio: textRatio, as: 'text' },
  { of: 'bad', on: ['ground'], ratio: shapeRatio, as: 'a drawing' },
  { of: 'urgent', on: ['ground'], ratio: shapeRatio, as: 'a drawing' },
  { of: 'good', on: grounds, ratio: shapeRatio, as: 'a drawing' },
  { of: 'taken', on: ['ground', 'raised'], ratio: shapeRatio, as: 'a drawing' },
  { of: 'field', on: grounds, ratio: shapeRatio, as: 'the border of fields and buttons' },
  { of: 'ring', on: grounds, ratio: shapeRatio, as: 'the focus ring' },
]

/** Roles that `pairs` leaves out, as nothing is read by them. */
export const exempt: readonly Role[] = [
  'accentTint',
  'line',
  'border',
  'underline',
  'scrim',
  'shadow',
]

/** What is wrong with a theme: one sentence each, with the key and the reason. */
export function themeFaults(declared: DeclaredTheme): string[] {
  const wrong = wrongColours(declared)
  if (wrong.length > 0) return wrong
  const theme = themeOf(declared)
  return [
    ...wrongNumbers(theme),
    ...(['dark', 'light'] as const).flatMap((scheme) => [
      ...lowPairs(theme[scheme], scheme === theme.scheme ? 'color' : 'other', scheme),
      ...lowMail(theme, scheme),
    ]),
    ...lowPaper(theme),
  ]
}

function wrongColours({ scheme, color, other, mail, paper }: DeclaredTheme): string[] {
  if (scheme !== 'dark' && scheme !== 'light')
    return [`scheme is '${String(scheme)}': write 'dark' or 'light'.`]
  const of = (name: string, colours: object = {}) =>
    Object.entries(colours)
      .filter(([, value]) => !isColour(value))
      .map(([role, value]) => `${name}.${role} is '${String(value)}': write a colour as '#1A2B3C'.`)
  return [
    ...(['ground', 'ink', 'accent'] as const)
      .filter((role) => !color?.[role])
      .map((role) => `color.${role} is missing: ground, ink and accent are needed.`),
    ...of('color', color),
    ...of('other', other),
    ...of('paper', paper),
    ...of('mail.dark', mail?.dark),
    ...of('mail.light', mail?.light),
  ]
}

const wrongNumbers = ({ radius }: Theme): string[] =>
  Number.isFinite(radius) && radius >= 0 && radius <= 16
    ? []
    : [`radius is ${radius}: write the px of rounded corners, from 0 to 16.`]

const lowPairs = (colours: Colours, key: string, scheme: Scheme): string[] =>
  pairs.flatMap(({ of, on, ratio, as }) =>
    on.flatMap((ground) =>
      low(`${key}.${of}`, colours[of], `${key}.${ground}`, colours[ground], ratio, as, scheme),
    ),
  )

/** The plate on top of a mail has the colours of the campaign's own scheme, which `pairs` checks. */
const lowMail = ({ mail }: Theme, scheme: Scheme): string[] =>
  (['ink', 'body', 'quiet'] as const).flatMap((role) => {
    const key = `mail.${scheme}`
    const { [role]: colour, ground } = mail[scheme]
    return low(`${key}.${role}`, colour, `${key}.ground`, ground, textRatio, 'text')
  })

const lowPaper = ({ paper }: Theme): string[] =>
  paper === null
    ? []
    : pairs
        .filter(({ of, on }) => of in paper && on.includes('ground'))
        .flatMap(({ of, ratio, as }) => {
          const role = of as keyof typeof paper
          return low(`paper.${role}`, paper[role], 'paper.ground', paper.ground, ratio, as)
        })

function low(
  name: string,
  colour: Colour,
  groundName: string,
  ground: Colour,
  needed: number,
  as: string,
  scheme?: Scheme,
): string[] {
  const ratio = contrast(colour, ground)
  if (ratio >= needed) return []
  const where = scheme ? ` in the ${scheme} scheme` : ''
  // Rounded down, so that no pair is refused with the ratio that it needs.
  const shown = (Math.floor(ratio * 100) / 100).toFixed(2)
  return [
    `${name} (${colour}) on ${groundName} (${ground}) has a contrast of ${shown}${where}: ${as} needs ${needed}.`,
  ]
}
