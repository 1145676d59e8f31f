import type { Campaign } from '#contract/campaign/campaign.ts'
import type { MailOf } from '#contract/mails/mails.ts'
import { titleOf } from '#contract/quiz/quiz.ts'
import { fill } from '#contract/text.ts'
import { LeaveFooter, Paragraphs, Points } from './blocks.tsx'
import type { MailContent } from './layout.tsx'

/**
 * One step of the mails after a quiz result. Its points follow the paragraph that ends in a colon,
 * or else the first paragraph. Throws if the campaign does not have the step.
 */
export function template(campaign: Campaign, mail: MailOf<'sequence'>): MailContent {
  const { sequence: around } = campaign.mails
  const steps = campaign.sequence?.steps ?? []
  const at = steps.findIndex(({ name }) => name === mail.step)
  const words = steps[at]?.texts[mail.quizType]
  if (!words) throw new Error(`The campaign's sequence has no step '${mail.step}'.`)
  const { paragraphs, points } = words
  const colon = paragraphs.findIndex((text) => text.endsWith(':'))
  const split = Math.max(colon, 0) + 1
  const title = titleOf(campaign.quiz, mail.quizType)
  const place = fill(around.place, { n: at + 1, of: steps.length })
  return {
    words,
    label: title ? (
      <>
        <span lang={campaign.quiz?.typeNameLang}>{title}</span>, {place}
      </>
    ) : (
      place
    ),
    children: (
      <>
        <Paragraphs texts={paragraphs.slice(0, split)} />
        {points && <Points texts={points} />}
        <Paragraphs texts={paragraphs.slice(split)} />
      </>
    ),
    footer: <LeaveFooter words={around} {...mail} />,
  }
}
