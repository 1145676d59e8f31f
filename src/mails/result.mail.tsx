import type { Campaign } from '#contract/campaign.ts'
import { mainLang, type MailOf } from '#contract/mails.ts'
import { fill } from '#contract/text.ts'
import { Action, Note, Paragraphs } from './blocks.tsx'
import { Layout } from './layout.tsx'
import { LeaveFooter } from './leave-footer.tsx'
import { footerWords } from './line-words.ts'
import { fillHead, type MailHead } from './words.ts'

/** QUIZ-9: the button confirms the result, on a page that asks once more. */
export function template(campaign: Campaign, mail: MailOf<'result'>) {
  const { brand, mails, quiz } = campaign
  const words = wordsOf(campaign, mail)
  // Only a campaign with a quiz sends it; the type's name is the campaign's, never a visitor's.
  const texts = { brand, type: quiz?.types[mail.quizType].title ?? mail.quizType }
  return (
    <Layout
      brand={brand}
      lang={mail.lang ?? mainLang}
      words={fillHead(words, texts)}
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

export const resultHead = (campaign: Campaign, mail: MailOf<'result'>): MailHead =>
  fillHead(wordsOf(campaign, mail), { brand: campaign.brand })

const wordsOf = ({ mails }: Campaign, { lang }: MailOf<'result'>) =>
  (lang === undefined ? undefined : mails.resultIn?.[lang]) ?? mails.result
