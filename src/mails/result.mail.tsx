import type { Campaign } from '#contract/campaign/campaign.ts'
import { mainLang, type MailOf } from '#contract/mails/mails.ts'
import { fill } from '#contract/text.ts'
import { Action, LeaveFooter, Note, Paragraphs } from './blocks.tsx'
import { Layout } from './layout.tsx'
import { fillHead, footerWords, type MailHead } from './words.ts'

/** QUIZ-9: the button confirms the result, on a page that asks once more. */
export function template(campaign: Campaign, mail: MailOf<'result'>) {
  const { brand, mails } = campaign
  const words = wordsOf(campaign, mail)
  const texts = textsOf(campaign, mail)
  return (
    <Layout
      brand={brand}
      lang={mail.lang ?? mainLang}
      words={head(campaign, mail)}
      footer={
        <>
          <Note>{words.ignore}</Note>
          <LeaveFooter {...mail} brand={brand} words={footerWords(mails, mail.lang)} />
        </>
      }
    >
      <Paragraphs brand={brand} texts={words.paragraphs.map((text) => fill(text, texts))} />
      <Action href={mail.resultUrl} label={words.button} />
    </Layout>
  )
}

export const head = (campaign: Campaign, mail: MailOf<'result'>): MailHead =>
  fillHead(wordsOf(campaign, mail), textsOf(campaign, mail))

/** Only a campaign with a quiz sends it; the type's name is the campaign's, never a visitor's. */
const textsOf = ({ brand, quiz }: Campaign, { quizType }: MailOf<'result'>) => ({
  brand,
  type: quiz?.types[quizType].title ?? quizType,
})

const wordsOf = ({ mails }: Campaign, { lang }: MailOf<'result'>) =>
  (lang === undefined ? undefined : mails.resultIn?.[lang]) ?? mails.result
