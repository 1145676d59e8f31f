import { expect, test } from 'vitest'
import { copyProject } from './project-copy.ts'

const content = `
import { SignupForm } from '#page/signup/signup-form.island.tsx'
import { Island } from '#page/islands/island.tsx'
import type { SectionProps } from './section-content.ts'

export const Content = ({ copy, campaign, served }: SectionProps<'press-kit'>) => (
  <>
    <h2 id="press-kit-title">{copy.title}</h2>
    <Island
      name="signup-form"
      component={SignupForm}
      position="press-kit"
      section="press-kit"
      props={{
        variant: 'inline',
        size: 'large',
        placeholder: campaign.forms.placeholder,
        ctaText: copy.cta,
        section: 'press-kit',
        served,
      }}
    />
  </>
)
`

const checks = `
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { campaign } from '#campaign/campaign.ts'
import type { Campaign } from '#contract/campaign.ts'
import { isCounted } from '#contract/events.ts'
import { sectionNames } from '#contract/sections.ts'
import { placements } from '#contract/waitlist.ts'
import { wrongCampaign } from '#contract/wrong-campaign.ts'
import { nullableKeys, withNull } from '#test/null-campaigns.ts'
import { otherCampaign } from '#test/other-campaign.ts'
import { Page } from './page.tsx'

const htmlOf = (campaign: Campaign) =>
  renderToStaticMarkup(
    <Page
      campaign={campaign}
      visit={{ page: 'landing', pageToken: '' }}
      site={{ optIn: 'double' }}
      failures={[]}
    />,
  )
const sectionsOf = (html: string) =>
  [...html.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id)

test('it is rendered in its place, with its phase, words and form', () => {
  const html = htmlOf(campaign)
  expect(sectionsOf(html)).toEqual(sectionNames)
  expect(sectionNames.indexOf('press-kit')).toBe(sectionNames.indexOf('quiz') - 1)
  expect(html).toContain('data-section="press-kit" data-phase="3" aria-labelledby="press-kit-title"')
  expect(html).toMatch(/id="press-kit-title">For the press<[\\s\\S]*name="placement" value="press-kit"/)
})
test('null leaves it out, and the other campaign has other words', () => {
  expect(nullableKeys(campaign)).toContain('sections.pressKit')
  const without = withNull(campaign, 'sections.pressKit')
  expect(wrongCampaign(without)).toEqual([])
  expect(sectionsOf(htmlOf(without))).not.toContain('press-kit')
  expect(htmlOf(otherCampaign)).toMatch(/id="press-kit-title">Dampf /)
})
test('its views, presses and sign-ups are counted, and its form is a placement', () => {
  for (const event of ['section_view', 'cta_click', 'email_captured'])
    expect(isCounted(event, 'press-kit')).toBe(true)
  expect(placements).toContain('press-kit')
})
`

const runTests = (copy: ReturnType<typeof copyProject>, file: string) =>
  copy.run('vitest', 'run', '--project', 'rules and store', file)

test('a section is its declaration, its component, and its words in each campaign', () => {
  using copy = copyProject()
  const contract = 'src/contract/sections.ts'
  copy.edit(
    contract,
    '  quiz: { phase: 3,',
    "  'press-kit': { phase: 3, form: 'page' },\n  quiz: { phase: 3,",
  )
  copy.edit(
    contract,
    'export type SectionCopies = {\n',
    'export type SectionCopies = {\n  pressKit: { title: string; cta: string } | null\n',
  )
  for (const campaign of ['src/campaign', 'test/campaign'])
    copy.edit(
      `${campaign}/copy/sections.ts`,
      'SectionCopies = {\n',
      "SectionCopies = {\n  pressKit: { title: 'For the press', cta: 'Send me the kit' },\n",
    )
  copy.write('src/page/sections/press-kit.section.tsx', content)

  copy.write('src/page/shell/added-section.test.tsx', checks)
  expect(copy.run('tsc', '-p', 'tsconfig.server.json').output).toBe('')
  const { status, output } = runTests(copy, 'src/page/shell/added-section.test.tsx')
  expect(output).toContain('3 passed')
  expect(status).toBe(0)
})

test('a section without a component stops the page, and the error names the missing file', () => {
  using copy = copyProject()
  copy.edit(
    'src/contract/sections.ts',
    '  video: { phase: 2 },',
    "  video: { phase: 2 },\n  'press-kit': { phase: 3 },",
  )
  const { output } = runTests(copy, 'src/page/sections/sections.test.tsx')
  expect(output).toContain('press-kit.section.tsx does not export Content.')
})
