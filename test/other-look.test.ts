import { afterAll, beforeAll, expect, test } from 'vitest'
import { theme as fuel } from '#campaigns/fuel/theme.ts'
import { copyProject, type ProjectCopy } from './add/project-copy.ts'

/** A light campaign with the words of the shipped one, its own colours and the base's drawings. */
const theme = (accent: string) => `import { defineTheme } from '#contract/theme/theme.ts'
export const theme = defineTheme({
  scheme: 'light',
  radius: 12,
  color: { ground: '#FBFAF7', ink: '#1C1B19', accent: '${accent}' },
})
`
let copy: ProjectCopy
const build = () =>
  copy.run(
    'node',
    '--input-type=module',
    '-e',
    "process.env.CAMPAIGN = 'other'; await import('./scripts/build.ts')",
  )
const built = (file: string) => copy.read(`dist/other/${file}`)
const fuelColours = ['ground', 'accent'] as const

beforeAll(() => {
  copy = copyProject()
  copy.write('campaigns/other/index.ts', "export { campaign, languages } from '../fuel/index.ts'\n")
  copy.write('campaigns/other/theme.ts', theme('#B3400F'))
})
afterAll(() => copy.delete())

test('[BRAND-3] [BRAND-4] another theme and other art reach page, dashboard, mails, favicon and theme colour, and no file of src changes', () => {
  const { status, output } = build()
  expect([status, output]).toEqual([0, expect.any(String)])
  const sheet = built('theme.css')
  expect(sheet).toContain('color-scheme: light;')
  const page = built('client/unexpected.html')
  expect(page).toContain('<meta name="theme-color" content="#FBFAF7"/>')
  expect(page).toContain('--accent:#b3400f')
  const [, dashboard = ''] =
    /href="\/(assets\/dashboard[^"]*\.css)"/.exec(built('client/dashboard.html')) ?? []
  expect(built(`client/${dashboard}`)).toContain('--accent:#b3400f')
  expect(built('client/favicon.svg')).toContain('#B3400F')
  expect(page).not.toContain('apple-touch-icon')
  for (const file of ['server/page.js', 'server/mails.js']) {
    expect(built(file)).toContain('#B3400F')
    for (const role of fuelColours)
      expect(built(file).toUpperCase()).not.toContain(fuel.color[role])
  }
  for (const role of fuelColours)
    expect((page + sheet).toUpperCase()).not.toContain(fuel.color[role])
  // The barrel of the Fuel Protocol, and the bar of the base.
  expect(built('server/page.js')).not.toContain('M52 212V516')
  expect(built('server/page.js')).toContain('M82 58H154')
})

test('[BRAND-3] the build refuses a theme whose colours cannot be read, and names roles, colours and contrast', () => {
  copy.write('campaigns/other/theme.ts', theme('#FFB37A'))
  const { status, output } = build()
  expect(status).toBe(1)
  expect(output).toContain(
    'campaigns/other/theme.ts: color.accent (#FFB37A) on color.ground (#FBFAF7) has a contrast of',
  )
})
