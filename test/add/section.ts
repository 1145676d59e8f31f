import type { Addition, ProjectCopy } from './project-copy.ts'

const contract = 'src/contract/campaign/sections.ts'

/** A section with a form. */
export const section: Addition = {
  missingInTests(copy) {
    copy.edit(
      contract,
      '  quiz: { phase: 3,',
      "  'press-kit': { phase: 3, form: 'page' },\n  quiz: { phase: 3,",
    )
    copy.edit(
      'src/campaign/schema/sections.ts',
      'sectionsSchema = z.strictObject({\n',
      'sectionsSchema = z.strictObject({\n  pressKit: z.strictObject({ title: text(), cta: text() }).nullable(),\n',
    )
    copy.edit(
      'campaigns/fuel/copy/sections.ts',
      'SectionCopies = {\n',
      "SectionCopies = {\n  pressKit: { title: 'For the press', cta: 'Send me the kit' },\n",
    )
    copy.edit(
      'campaigns/fuel/nl/copy/sections.ts',
      'sections: typeof english = {\n',
      "sections: typeof english = {\n  pressKit: { title: 'Voor de pers', cta: 'Stuur me de map' },\n",
    )
    nameForm(copy, 'press-kit', { en: 'the form for the press', nl: 'het formulier voor de pers' })
  },
  finish(copy) {
    copy.write('src/page/sections/press-kit.section.tsx', content)
  },
  trial: () => ['src/page/shell/added-section.test.tsx', trial],
  tests: ['src/page/shell/added-section.test.tsx'],
}

/** A person's page names the form through which they joined. */
export function nameForm(copy: ProjectCopy, placement: string, words: { en: string; nl: string }) {
  for (const [file, text] of [
    ['campaigns/base/words/me.ts', words.en],
    ['campaigns/base/nl/me.ts', words.nl],
  ] as const)
    copy.edit(file, '  placements: {\n', `  placements: {\n    '${placement}': '${text}',\n`)
}

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

/** Runs in the copy. */
const trial = `
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { isCounted } from '#contract/events/events.ts'
import { isShown } from '#contract/figures/shown-figures.ts'
import { sectionNames, sectionsWithServedForm } from '#contract/campaign/sections.ts'
import { placements } from '#contract/people/waitlist.ts'
import type { LandingVisit } from '#contract/render.ts'
import { wrongCampaign } from '#campaign/schema/check.ts'
import { nullableKeys, withNull } from '#test/null-campaigns.ts'
import { otherCampaign } from '#test/other-campaign.ts'
import { Page } from './landing-page.tsx'

const htmlOf = (campaign: Campaign, form?: PageForm) =>
  renderToStaticMarkup(
    <Page
      campaign={campaign}
      visit={{ page: 'landing', pageToken: '', form }}
      site={{ optIn: 'double' }}
      failures={[]}
    />,
  )
type PageForm = LandingVisit['form']
const sectionsOf = (html: string) =>
  [...html.matchAll(/<section id="([^"]+)"/g)].map(([, id]) => id)

test('it is rendered in its place, with its phase, words and form', () => {
  const html = htmlOf(campaign)
  expect(sectionsOf(html)).toEqual(sectionNames.filter((name) => isShown(campaign, name)))
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
test('without script its form comes back with what was typed', () => {
  expect(sectionsWithServedForm()).toContain('press-kit')
  const form = { placement: 'press-kit', view: { state: 'invalid', typed: 'sanne' } } as const
  const [, section = ''] = /<section id="press-kit"([\\s\\S]*?)<\\/section>/.exec(htmlOf(campaign, form)) ?? []
  expect(section).toContain('value="sanne"')
})
`
