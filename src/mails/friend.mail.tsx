import type { Campaign } from '#contract/campaign/campaign.ts'
import type { MailOf } from '#contract/mails/mails.ts'
import { fill } from '#contract/text.ts'
import { Action, Paragraphs } from './blocks.tsx'
import { Layout } from './layout.tsx'
import { Account, asOf, LineFooter, nextRewards } from './line-blocks.tsx'
import type { LineParts } from './mail-parts.ts'
import { fillHead, lineWords, wordFor, type MailHead } from './words.ts'

/**
 * LINE-10: friends who count since the last such mail, as numbers, and the place that the reader
 * has by them.
 */
export function template(campaign: Campaign, mail: MailOf<'friend'>, line: LineParts) {
  const { meUrl, stopUrl } = mail
  const { brand } = campaign
  const { friend: words, page } = lineWords(campaign, line.lang)
  const { texts, amounts } = line
  const told = [
    fill(wordFor(words.more, amounts.more), texts),
    ...(amounts.fewer === 'none' ? [] : [fill(wordFor(words.fewer, amounts.fewer), texts)]),
  ]
  return (
    <Layout
      brand={brand}
      lang={line.lang}
      words={head(campaign, mail, line)}
      figure={{ text: texts.place!, size: line.size! }}
      label={asOf({ campaign, line })}
      footer={
        <LineFooter
          {...mail}
          campaign={campaign}
          lang={line.lang}
          stop={{ often: words.often, label: words.stop, url: stopUrl }}
        />
      }
    >
      <Paragraphs brand={brand} texts={told} />
      <Account campaign={campaign} line={line} />
      <Paragraphs brand={brand} texts={nextRewards({ campaign, line })} />
      <Action href={meUrl} label={page} />
    </Layout>
  )
}

/** Subject, preview and title by how many friends the mail tells of. */
export function head(campaign: Campaign, _: MailOf<'friend'>, line: LineParts): MailHead {
  const { subject, preview, title } = lineWords(campaign, line.lang).friend
  const { more } = line.amounts
  return fillHead(
    {
      subject: wordFor(subject, more),
      preview: wordFor(preview, more),
      title: wordFor(title, more),
    },
    line.texts,
  )
}
