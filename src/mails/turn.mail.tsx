import type { Campaign } from '#contract/campaign/campaign.ts'
import type { MailOf } from '#contract/mails/mails.ts'
import { titleOf } from '#contract/quiz/quiz.ts'
import { fill } from '#contract/text.ts'
import { zonePlace } from '#contract/time.ts'
import { Action, Paragraphs } from './blocks.tsx'
import type { MailContent } from './layout.tsx'
import { Framed, LineFooter } from './line-blocks.tsx'
import type { LineParts } from './mail-parts.ts'
import { fillHead, fillLine, lineWords } from './words.ts'

/**
 * LINE-8: a wave holds a spot for the reader until the time that the mail names. `{zone}` is the
 * place by which the campaign's time zone is named.
 */
export function template(campaign: Campaign, mail: MailOf<'turn'>, line: LineParts): MailContent {
  const { turn: words } = lineWords(campaign)
  const zone = zonePlace(campaign.timeZone)
  const filled = (text: typeof words.text) => fillLine(text, line, { zone })
  const type = line.quizType && titleOf(campaign.quiz, line.quizType)
  return {
    words: fillHead(words, filled),
    label: filled(words.label),
    children: (
      <>
        {type && <Paragraphs texts={[fill(words.ofType, { type })]} />}
        <Paragraphs texts={[filled(words.text)]} />
        <Framed value={line.texts.code!} text={filled(words.code)} />
        <Action href={mail.spotUrl} label={words.button} />
        <Paragraphs texts={[words.pass]} />
      </>
    ),
    footer: <LineFooter {...mail} mails={campaign.mails} />,
  }
}
