import { describe, expect, test } from 'vitest'
import { theme as fuel } from '#campaigns/fuel/theme.ts'
import { theme as base } from '#campaigns/base/theme.ts'
import { contrast, readable, seenOn, type Colour } from './colour.ts'
import { exempt, pairs, themeFaults } from './contrast.ts'
import { otherThan, themeOf, type DeclaredTheme, type Role } from './theme.ts'

const black = { scheme: 'dark', color: { ground: '#000000', ink: '#FFFFFF', accent: '#FFD166' } }
const dark = black as DeclaredTheme
const withColour = (role: Role, colour: string): DeclaredTheme => ({
  ...dark,
  color: { ...dark.color, [role]: colour },
})

describe('[BRAND-3] contrast', () => {
  test.each<[Colour, Colour, number]>([
    ['#FFFFFF', '#000000', 21],
    ['#777777', '#FFFFFF', 4.48],
    ['#767676', '#FFFFFF', 4.54],
    ['#FF0000', '#FFFFFF', 4],
    ['#FFFFFF80', '#000000', 5.32],
  ])('of %s on %s is %s to 1', (colour, ground, ratio) =>
    expect(contrast(colour, ground)).toBeCloseTo(ratio, 1),
  )

  test('a colour with transparency is what is seen on its ground', () => {
    expect(seenOn('#FFFFFF33', '#000000')).toBe('#333333')
    expect(seenOn('#F4B740', '#000000')).toBe('#F4B740')
  })

  test('a colour that can be read stays, another one comes as near as it may', () => {
    expect(readable('#8A5A00', ['#FFFFFF'], 4.5, '#000000')).toBe('#8A5A00')
    const darker = readable('#E4572E', ['#FFFFFF'], 4.5, '#000000')
    expect(contrast(darker, '#FFFFFF')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(darker, '#FFFFFF')).toBeLessThan(4.8)
  })
})

describe('[BRAND-3] a theme that is refused names role, ground, ratio and need', () => {
  test.each<[Role, string, string]>([
    [
      'quiet',
      '#555555',
      'color.quiet (#555555) on color.ground (#000000) has a contrast of 2.81 in the dark scheme: text needs 4.5.',
    ],
    [
      'accent',
      '#4444AA',
      'color.accent (#4444AA) on color.ground (#000000) has a contrast of 2.65 in the dark scheme: text needs 4.5.',
    ],
    [
      'onAccent',
      '#FFFFFF',
      'color.onAccent (#FFFFFF) on color.accent (#FFD166) has a contrast of 1.44 in the dark scheme: text needs 4.5.',
    ],
    [
      'field',
      '#333333',
      'color.field (#333333) on color.ground (#000000) has a contrast of 1.66 in the dark scheme: the border of fields and buttons needs 3.',
    ],
    [
      'ring',
      '#222222',
      'color.ring (#222222) on color.ground (#000000) has a contrast of 1.31 in the dark scheme: the focus ring needs 3.',
    ],
    [
      'taken',
      '#222222',
      'color.taken (#222222) on color.ground (#000000) has a contrast of 1.31 in the dark scheme: a drawing needs 3.',
    ],
  ])('%s as %s', (role, colour, fault) =>
    expect(themeFaults(withColour(role, colour))).toContain(fault),
  )

  test('of paper as well, where a theme has it', () => {
    const paper = { ground: '#F6F4F0', ink: '#0A0A0B' } as const
    expect(themeFaults({ ...dark, paper })).toEqual([])
    expect(themeFaults({ ...dark, paper: { ...paper, ring: '#FFD166' } })).toEqual([
      'paper.ring (#FFD166) on paper.ground (#F6F4F0) has a contrast of 1.31: the focus ring needs 3.',
    ])
    expect(themeFaults({ ...dark, paper: { ...paper, ink: 'black' as Colour } })).toEqual([
      "paper.ink is 'black': write a colour as '#1A2B3C'.",
    ])
    expect(themeOf(dark).paper).toBeNull()
    expect(themeOf(fuel).paper).toMatchObject({ accent: paper.ink, accentTint: fuel.color.accent })
  })

  test('of the other scheme and of mails as well', () => {
    expect(themeFaults({ ...dark, other: { quiet: '#BBBBBB' } })).toContain(
      'other.quiet (#BBBBBB) on other.ground (#FFFFFF) has a contrast of 1.91 in the light scheme: text needs 4.5.',
    )
    expect(themeFaults({ ...dark, mail: { light: { body: '#AAAAAA' } } })).toEqual([
      'mail.light.body (#AAAAAA) on mail.light.ground (#FFFFFF) has a contrast of 2.32: text needs 4.5.',
    ])
  })

  test.each([
    [withColour('accent', 'gold'), "color.accent is 'gold': write a colour as '#1A2B3C'."],
    [withColour('line', '#FFF'), "color.line is '#FFF': write a colour as '#1A2B3C'."],
    [{ ...dark, scheme: 'night' }, "scheme is 'night': write 'dark' or 'light'."],
    [
      { scheme: 'dark', color: { ground: '#000000', ink: '#FFFFFF' } },
      'color.accent is missing: ground, ink and accent are needed.',
    ],
    [{ ...dark, radius: 40 }, 'radius is 40: write the px of rounded corners, from 0 to 16.'],
  ])('and a wrong value: %#', (declared, fault) =>
    expect(themeFaults(declared as DeclaredTheme)).toEqual([fault]),
  )

  test('each role is checked, is a ground, or is declared exempt', () => {
    const checked = new Set<Role>([...exempt, ...pairs.flatMap(({ of, on }) => [of, ...on])])
    expect(Object.keys(themeOf(dark).dark).filter((role) => !checked.has(role as Role))).toEqual([])
  })
})

describe('[BRAND-3] a theme of three colours is whole, and can be read in both schemes', () => {
  const colours = [
    '#E4572E',
    '#F4B740',
    '#3B4CCA',
    '#1B998B',
    '#D7263D',
    '#7A7A7A',
    '#FFFF00',
  ] as const
  const grounds = {
    dark: { ground: '#0B0D12', ink: '#F2F4F8', end: '#FFFFFF' },
    light: { ground: '#FFFFFF', ink: '#14161A', end: '#000000' },
  } as const
  test.each(colours.flatMap((colour) => [['dark', colour] as const, ['light', colour] as const]))(
    'in a %s scheme with %s',
    (scheme, colour) => {
      const { end, ...ground } = grounds[scheme]
      const highest = seenOn(`${ground.ink}1A`, ground.ground)
      const accent = readable(colour, [ground.ground, highest], 4.5, end)
      const declared: DeclaredTheme = { scheme, color: { ...ground, accent } }
      expect(themeFaults(declared)).toEqual([])
      const whole = themeOf(declared)
      expect(whole[scheme]).toMatchObject({ ...ground, accent })
      expect(whole[otherThan(scheme)].ground).not.toBe(ground.ground)
    },
  )

  test("what is declared stays: fuel's and the base's colours", () => {
    expect(themeOf(fuel).dark).toEqual(fuel.color)
    expect(themeFaults(fuel)).toEqual([])
    expect(themeFaults(base)).toEqual([])
  })
})
