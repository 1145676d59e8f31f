import { backToPage, home, prefix } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { firstQuestionPath } from '#contract/quiz/pages.ts'
import { HiddenValues } from '#page/signup/form-element.tsx'

/** `line`: beside a main button. `final`: of what nobody can take back, so that it does not invite. */
type Look = 'line' | 'final' | undefined

export const Press = ({
  action,
  look,
  fields = {},
  lang,
  children,
}: {
  action: string | undefined
  look?: Look
  fields?: Readonly<Record<string, string>>
  /** of the words, where it is not the page's */
  lang?: string
  children: string
}) => (
  <form method="post" action={action}>
    <HiddenValues values={fields} />
    <button className="btn" data-look={look} type="submit" lang={lang}>
      {children}
    </button>
  </form>
)

/**
 * The first question, in the words of the section that invites to it; null where the campaign has
 * no quiz.
 */
const quizOf = ({ quiz, sections }: Campaign) =>
  quiz && sections.quiz && { words: sections.quiz.cta, path: firstQuestionPath }

/** To the quiz, or where it leads nowhere to the landing page. */
export const NextStep = ({
  campaign,
  leadsToQuiz,
  look,
}: {
  campaign: Campaign
  leadsToQuiz: boolean
  look?: Look
}) => {
  const quiz = leadsToQuiz ? quizOf(campaign) : null
  return quiz ? (
    <>
      <a className="btn" data-look={look} href={prefix + quiz.path}>
        {quiz.words}
      </a>
      <a className="back" href={`${prefix}/`}>
        {backToPage}
      </a>
    </>
  ) : (
    <HomeLink />
  )
}

export const HomeLink = ({ children = home }: { children?: string }) => (
  <a className="btn" data-look="line" href={`${prefix}/`}>
    {children}
  </a>
)
