import type { Campaign } from '#contract/campaign/campaign.ts'
import type { MailOf } from '#contract/mails/mails.ts'
import { Action, Paragraphs } from './blocks.tsx'
import type { MailContent } from './layout.tsx'
import { Account, asOf, LineFooter, nextRewards } from './line-blocks.tsx'
import type { LineParts } from './mail-parts.ts'
import { fillHead, fillLine, lineWords, wordFor } from './words.ts'

/**
 * LINE-10: friends who count since the last such mail, as numbers, and the place that the reader
 * has by them. Subject, preview and title are by how many friends the mail tells of.
 */
export function template(campaign: Campaign, mail: MailOf<'friend'>, line: LineParts): MailContent {
  const { friend: words, page } = lineWords(campaign)
  const { texts, amounts } = line
  const { more, fewer } = amounts
  const { subject, preview, title } = words
  const head = { subject: wordFor(subject, more), preview: wordFor(preview, more) }
  const told = [
    wordFor(words.more, more),
    ...(fewer === 'none' ? [] : [wordFor(words.fewer, fewer)]),
  ]
  return {
    words: fillHead({ ...head, title: wordFor(title, more) }, (text) => fillLine(text, line)),
    figure: { text: texts.place!, size: line.size! },
    label: asOf({ campaign, line }),
    children: (
      <>
        <Paragraphs texts={told.map((text) => fillLine(text, line))} />
        <Account campaign={campaign} line={line} />
        <Paragraphs texts={nextRewards({ campaign, line })} />
        <Action href={mail.meUrl} label={page} />
      </>
    ),
    footer: (
      <LineFooter
        {...mail}
        mails={campaign.mails}
        stop={{ often: words.often, label: words.stop, url: mail.stopUrl }}
      />
    ),
  }
}
