import { expect, test } from 'vitest'
import { campaign, language } from '#campaign'
import {
  personalColumns,
  personalParts,
  type PersonalPart,
} from '#contract/people/personal-data.ts'
import { withPromises } from '#contract/promises/blanks.ts'
import { renderPage } from '#page/shell/entry-server.tsx'
import { readable } from '#test/campaign-texts.ts'

const { html } = renderPage(
  { page: 'privacy' },
  { publicUrl: 'https://fuel.example', anonKey: 'anon', optIn: 'double' },
)
const page = readable(html)
const declared = [
  ...personalColumns.map(({ column, privacy }) => [column, privacy] as const),
  ...Object.entries<PersonalPart>(personalParts).map(
    ([part, { privacy }]) => [part, privacy] as const,
  ),
]

test.each(declared.filter(([, privacy]) => typeof privacy === 'string'))(
  'the privacy page says once what %s holds',
  (_, privacy) => {
    expect(page.split(withPromises(privacy as string, language))).toHaveLength(2)
  },
)

test('what the line stores is said in its own part', () => {
  for (const paragraph of campaign.line!.copy.privacy.paragraphs)
    expect(page).toContain(withPromises(paragraph, language, campaign))
})
