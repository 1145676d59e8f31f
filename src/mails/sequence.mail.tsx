import type { Campaign } from '#contract/campaign/campaign.ts'
import { mainLang, type MailOf } from '#contract/mails/mails.ts'
import type { SequenceText } from '#contract/quiz/sequence.ts'
import { fill } from '#contract/text.ts'
import { LeaveFooter, Paragraphs, Points } from './blocks.tsx'
import { Layout } from './layout.tsx'
import { fillHead, type MailHead } from './words.ts'

type SequenceMailProps = MailOf<'sequence'>

/**
 * One step of the mails after a quiz result. Its points follow the paragraph that ends in a colon,
 * or else the first paragraph.
 */
export function template(campaign: Campaign, mail: SequenceMailProps) {
  const {
    brand,
    mails: { sequence: around },
  } = campaign
  const words = sequenceText(campaign, mail)
  const split =
    Math.max(
      words.paragraphs.findIndex((text) => text.endsWith(':')),
      0,
    ) + 1
  return (
    <Layout
      brand={brand}
      words={head(campaign, mail)}
      lang={around.lang}
      label={<Label campaign={campaign} mail={mail} />}
      footer={
        <LeaveFooter
          brand={brand}
          words={around}
          email={mail.email}
          unsubscribeUrl={mail.unsubscribeUrl}
          meUrl={mail.meUrl}
        />
      }
    >
      <Paragraphs brand={brand} texts={words.paragraphs.slice(0, split)} />
      {words.points && <Points brand={brand} texts={words.points} />}
      <Paragraphs brand={brand} texts={words.paragraphs.slice(split)} />
    </Layout>
  )
}

export const head = (campaign: Campaign, mail: SequenceMailProps): MailHead =>
  fillHead(sequenceText(campaign, mail), { brand: campaign.brand })

/** Throws if the campaign does not have the step. */
function sequenceText({ sequence }: Campaign, { step, quizType }: SequenceMailProps): SequenceText {
  const found = sequence?.steps.find(({ name }) => name === step)
  if (!found) throw new Error(`The campaign's sequence has no step '${step}'.`)
  return found.texts[quizType]
}

/** The type's name, which is English, and the number of the mail. */
function Label({
  campaign: { quiz, sequence, mails },
  mail: { step, quizType },
}: {
  campaign: Campaign
  mail: SequenceMailProps
}) {
  const names = sequence?.steps.map(({ name }) => name) ?? []
  const place = fill(mails.sequence.place, {
    n: String(names.indexOf(step) + 1),
    of: String(names.length),
  })
  return quiz ? (
    <>
      <span lang={mainLang}>{quiz.types[quizType].title}</span>, {place}
    </>
  ) : (
    place
  )
}
