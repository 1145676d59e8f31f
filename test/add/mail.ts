import type { Addition } from './project-copy.ts'

export const mail: Addition = {
  finish(copy) {
    const contract = 'src/contract/mails/mails.ts'
    copy.edit(contract, "  'listed',\n", "  'listed',\n  'launch',\n")
    copy.edit(contract, '  listed: unknown\n', '  listed: unknown\n  launch: unknown\n')
    copy.edit('test/every-mail.ts', '  listed: ', `  launch: ${example},\n  listed: `)
    copy.edit(
      'src/campaign/schema/mails.ts',
      '  listed: z.strictObject(',
      '  launch: z.strictObject({ ...mail(text()), button }),\n  listed: z.strictObject(',
    )
    copy.edit('campaigns/base/en/mails.ts', '  listed: {\n', `${words}  listed: {\n`)
    copy.edit('campaigns/base/nl/mails.ts', '  listed: {\n', `${dutchWords}  listed: {\n`)
    copy.edit('test/other-campaign.ts', '    listed: {\n', `${otherWords}    listed: {\n`)
    copy.write('src/mails/launch.mail.tsx', template)
  },
  trial: () => ['src/mails/added-mail.test.ts', trial],
  tests: ['src/mails'],
}

const template = `
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { MailOf } from '#contract/mails/mails.ts'
import { LeaveFooter, Paragraphs } from './blocks.tsx'
import type { MailContent } from './layout.tsx'

export const template = ({ mails }: Campaign, mail: MailOf<'launch'>): MailContent => ({
  words: mails.launch,
  children: <Paragraphs texts={mails.launch.paragraphs} />,
  footer: <LeaveFooter words={mails.footer} {...mail} />,
})
`
const example = "() => [{ name: 'launch', mail: { template: 'launch', ...base } }]"
const words = `  launch: {
    subject: 'The {brand} list opens',
    preview: 'Early access opens today.',
    title: 'It opens.',
    paragraphs: ['Early access to the {brand} opens today.'],
  },
`
const dutchWords = `  launch: {
    subject: 'De lijst van {brand} gaat open',
    preview: 'Early access gaat vandaag open.',
    title: 'Het gaat open.',
    paragraphs: ['Early access tot {brand} gaat vandaag open.'],
  },
`
const otherWords = `  launch: {
    subject: 'Die {brand} legt ab',
    preview: 'Leinen los.',
    title: 'Abfahrt.',
    paragraphs: ['Heute legt die {brand} ab.'],
  },
`
/** Runs in the copy. */
const trial = `
import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { everyMail } from '#test/every-mail.ts'
import { renderMail } from './entry-server.tsx'

test('it is among the mails that previews and the HTML test render', async () => {
  const launch = everyMail(campaign).find(({ name }) => name === 'launch')!
  const { subject, html } = await renderMail(launch.mail)
  expect(subject).toBe(\`The \${campaign.brand} list opens\`)
  expect(html).toContain(launch.mail.meUrl)
})
`
