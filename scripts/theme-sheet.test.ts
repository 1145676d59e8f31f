import { expect, test } from 'vitest'
import { theme as fuel } from '#campaigns/fuel/theme.ts'
import { archivo, archivoText } from '#contract/theme/face.ts'
import { themeOf, type DeclaredTheme } from '#contract/theme/theme.ts'
import { faviconOf } from './campaign-look.ts'
import { faultsOf } from './read-theme.ts'
import { dashboardSheet, paperSheet, themeSheet } from './theme-sheet.ts'

/** With nothing in common with the shipped one. */
const lock: DeclaredTheme = {
  scheme: 'light',
  color: { ground: '#FBFAF7', ink: '#1C1B19', accent: '#B3400F' },
  faces: { display: { ...archivo, family: 'Lock' }, label: archivo },
  radius: 12,
}

test('[BRAND-3] the sheet has each colour by its role, the scheme, the radius and the typefaces', () => {
  const theme = themeOf(lock)
  const sheet = themeSheet(theme, '..')
  expect(sheet).toContain('color-scheme: light;')
  expect(sheet).toContain('--radius: 12px;')
  for (const [role, name] of [
    ['ground', '--ground'],
    ['accent', '--accent'],
    ['onAccent', '--on-accent'],
    ['badText', '--bad-text'],
  ] as const)
    expect(sheet).toContain(`${name}: ${theme.light[role].toLowerCase()};`)
  expect(sheet).toContain("font-family: 'Lock Display';\n  src: url(../base/fonts/")
  expect(sheet).toContain("--display: 'Lock Display', 'Fallback Narrow'")
  expect(sheet.toLowerCase()).not.toContain(fuel.color.accent.toLowerCase())
})

test('[BRAND-3] text has a face of its own where the theme has one, bold text in the face of labels', () => {
  const texts = ({ faces }: DeclaredTheme) =>
    themeSheet(themeOf({ ...lock, faces }), '..').match(/font-family: 'Text';[^}]*/g)
  expect(texts(lock)).toBeNull()
  expect(texts({ ...lock, faces: { ...lock.faces!, text: archivoText } })).toEqual([
    expect.stringContaining('archivo-400.woff2'),
    expect.stringContaining('font-weight: 600;'),
  ])
  expect(themeSheet(themeOf(lock), '..')).not.toContain('[data-face]')
})

test('[BRAND-3] the dashboard is printed in the colours of the light scheme', () => {
  const theme = themeOf(fuel)
  const [, paper = ''] = dashboardSheet(theme).split('@media print')
  expect(paper).toContain(`--accent: ${theme.light.accent.toLowerCase()};`)
  expect(theme.light.accent).not.toBe(theme.dark.accent)
})

test.each([
  ['fuel', fuel, 'light'],
  ['lock', lock, 'dark'],
] as const)(
  'the dashboard of %s has the other scheme by the setting of the system',
  (_, declared, other) => {
    const theme = themeOf(declared)
    const [, sheet = ''] = dashboardSheet(theme).split('@media screen and ')
    expect(sheet).toMatch(`(prefers-color-scheme: ${other})`)
    expect(sheet).toContain(`color-scheme: ${other};`)
    for (const [role, name] of [
      ['ground', '--ground'],
      ['ink', '--ink'],
      ['badText', '--bad-text'],
    ] as const)
      expect(sheet).toContain(`${name}: ${theme[other][role].toLowerCase()};`)
  },
)

test('[BRAND-3] the favicon is drawn in the colours of the theme', () => {
  const favicon = faviconOf('fuel', themeOf(lock))
  expect(favicon).toContain('fill="#FBFAF7"')
  expect(favicon).toContain('fill="#B3400F"')
  expect(favicon).not.toMatch(/[{}]/)
})

test('[BRAND-3] a typeface that is missing or larger than 20 KB is refused', () => {
  const withFile = (file: string) => ({
    ...lock,
    faces: { display: { ...archivo, file }, label: archivo },
  })
  expect(faultsOf(withFile('lock/none.woff2'))).toEqual([
    'faces.display.file: campaigns/lock/none.woff2 is missing.',
  ])
  expect(faultsOf(withFile('fuel/sequence.ts'))[0]).toMatch(
    /^faces\.display\.file: campaigns\/fuel\/sequence\.ts has \d+ bytes; a face has at most 20 KB\.$/,
  )
  expect(faultsOf(lock)).toEqual([])
})

test('[HERO-12] paper has its colours in the section of the contents; without paper there is no sheet', () => {
  const sheet = paperSheet(themeOf(fuel))
  expect(sheet).toContain('#contents {\n    --ground: #f6f4f0;')
  expect(sheet).toContain('--ink: #0a0a0b;')
  expect(paperSheet(themeOf(lock))).toBe('')
})
