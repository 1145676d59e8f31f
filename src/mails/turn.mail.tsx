import type { Campaign } from '#contract/campaign/campaign.ts'
import type { MailOf } from '#contract/mails/mails.ts'
import { fill } from '#contract/text.ts'
import { zonePlace } from '#contract/time.ts'
import { Action, Paragraphs } from './blocks.tsx'
import { Layout } from './layout.tsx'
import { Framed, LineFooter } from './line-blocks.tsx'
import type { LineParts } from './mail-parts.ts'
import { fillHead, lineWords, type MailHead } from './words.ts'

/** LINE-8: a wave holds a spot for the reader until the time that the mail names. */
export function template(campaign: Campaign, mail: MailOf<'turn'>, line: LineParts) {
  const { spotUrl } = mail
  const { brand, quiz } = campaign
  const { turn: words } = lineWords(campaign, line.lang)
  const texts = turnTexts(campaign, line)
  const type = line.quizType && quiz?.types[line.quizType].title
  return (
    <Layout
      brand={brand}
      lang={line.lang}
      words={head(campaign, mail, line)}
      label={fill(words.label, texts)}
      footer={<LineFooter {...mail} campaign={campaign} lang={line.lang} />}
    >
      <Paragraphs
        brand={brand}
        texts={[...(type ? [fill(words.ofType, { type })] : []), fill(words.text, texts)]}
      />
      <Framed value={texts.code!} text={fill(words.code, texts)} />
      <Action href={spotUrl} label={words.button} />
      <Paragraphs brand={brand} texts={[words.pass]} />
    </Layout>
  )
}

export const head = (campaign: Campaign, _: MailOf<'turn'>, line: LineParts): MailHead =>
  fillHead(lineWords(campaign, line.lang).turn, turnTexts(campaign, line))

/** `{zone}` is the place by which the campaign's time zone is named. */
const turnTexts = ({ timeZone }: Campaign, { texts }: LineParts): Record<string, string> => ({
  ...texts,
  zone: zonePlace(timeZone),
})
