import { numberText } from '#contract/numbers.ts'
import type { ReactNode } from 'react'
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { LetterText, Placeholder, PlaceholderUse } from '#contract/letters/letters.ts'
import type { LetterRecipient, RenderedMail, RenderLetter } from '#contract/render.ts'
import { titleOf } from '#contract/quiz/quiz.ts'
import { keepPromises } from '#contract/promises/blanks.ts'
import { campaign } from '#campaign'
import { blankOf, fillBlanks } from './blanks.ts'
import { LeaveFooter } from './blocks.tsx'
import { keepRenderings } from './kept-renderings.ts'
import { renderContent, type MailContent } from './layout.tsx'
import { Blocks } from './letter-blocks.tsx'
import { readLetter, type ReadLetter } from './letter-check.ts'
import { wordsOf } from './letter-content.ts'
import { blanksOf } from './letter-placeholders.ts'
import { letterText } from './letter-text.ts'
import { frameOf } from './words.ts'

/*
 * A letter, from Markdown to a mail:
 *
 * contract/letters/letters.ts has its fields, limits, placeholders and problems. letter-check.ts checks
 * them.
 * letter-placeholders.ts replaces `{type|your type}` by a numbered blank before Markdown is read,
 * so that a person's value is never markup.
 * letter-markdown.ts and letter-inlines.ts turn the tokens of marked into the blocks of
 * letter-content.ts, and refuse every other token with its line. letter-links.ts decides where
 * links and pictures may lead (decisions 041 and 044).
 * letter-blocks.tsx renders the blocks as HTML in the layout of all mails, letter-text.ts as plain
 * text.
 * Both are rendered once for a letter; blanks.ts fills in the values of each person.
 * server/letters/check.ts renders a preview, whose links belong to no person.
 */

export const renderLetter: RenderLetter = (text, recipient) =>
  renderCampaignLetter(campaign, text, recipient)

/** For any campaign, in its language. A letter is rendered once and filled in for each person. */
export async function renderCampaignLetter(
  declared: Campaign,
  text: LetterText,
  recipient: LetterRecipient,
): Promise<RenderedMail> {
  const campaign = keepPromises(declared)
  const publicUrl = new URL(recipient.meUrl).origin
  const key = JSON.stringify([publicUrl, text.subject, text.preview, text.body])
  const { mail, uses } = await kept(campaign, key, () => renderAnew(campaign, text, publicUrl))
  const { email, unsubscribeUrl, meUrl } = recipient
  const values = uses.map((use) => valueOf(campaign, use, recipient))
  return fillBlanks(mail, { email, unsubscribeUrl, meUrl, ...blanksOf(values) })
}

type Rendered = { mail: RenderedMail; uses: readonly PlaceholderUse[] }

/** Letters that are being sent or edited: each takes at most about 100 KB. */
const kept = keepRenderings<Rendered>(20)

async function renderAnew(
  campaign: Campaign,
  text: LetterText,
  publicUrl: string,
): Promise<Rendered> {
  const letter = readLetter(text, { publicUrl, everyoneHasValues: true })
  const [problem] = letter.problems
  if (problem) throw new Error(`The letter cannot be rendered: ${problem.message}`)
  const { blocks } = letter.content
  const rendered = (children: ReactNode) =>
    renderContent(frameOf(campaign), contentOf(campaign, letter, children))
  const { subject, html } = await rendered(<Blocks blocks={blocks} />)
  // The text part's frame is that of all mails, around the same content as text.
  const contentBlank = blankOf('content')
  const { text: frame } = await rendered(<p>{contentBlank}</p>)
  const mail = { subject, html, text: frame.replace(contentBlank, () => letterText(blocks)) }
  return { mail, uses: letter.uses }
}

/** Without a preview the first words of a letter are its preview. */
const contentOf = (
  { language, mails }: Campaign,
  { subject, preview, content }: ReadLetter,
  children: ReactNode,
): MailContent => ({
  lang: language,
  words: {
    subject,
    preview: preview || firstWords(content.blocks),
    title: content.title ?? subject,
  },
  children,
  footer: (
    <LeaveFooter
      words={mails.footer}
      email={blankOf('email')}
      unsubscribeUrl={blankOf('unsubscribeUrl')}
      meUrl={blankOf('meUrl')}
    />
  ),
})

/** Whole words, so that no blank is cut. */
function firstWords(blocks: ReadLetter['content']['blocks']): string {
  const first = blocks.find((block) => block.kind === 'paragraph')
  const [words = ''] = /^.{1,150}(?=\s|$)/s.exec(first ? wordsOf(first.children) : '') ?? []
  return words
}

/** Throws where a person has no value and no fallback is written: no mail has a gap. */
function valueOf(
  { language, quiz }: Campaign,
  { name, fallback }: PlaceholderUse,
  { quizType, place, link, code }: LetterRecipient,
): string {
  const values: Partial<Record<Placeholder, string | undefined>> = {
    type: (quizType && titleOf(quiz, quizType)) || undefined,
    place: place === undefined ? undefined : numberText(place, language),
    link,
    code,
  }
  const value = values[name] ?? fallback
  if (value === null) throw new Error(`The letter's {${name}} has no value and no fallback.`)
  return value.replace(/\p{Cc}/gu, ' ')
}
