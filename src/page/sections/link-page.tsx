import type { ReactNode } from 'react'
import { backToPage, home } from '#campaign/copy/interface.ts'
import type { Campaign } from '#contract/campaign.ts'
import type { TextNow } from '#contract/line-me-copy.ts'
import { questionPath } from '#contract/quiz-pages.ts'
import { questionKeys } from '#contract/quiz.ts'
import type { PageVisit } from '#contract/render.ts'
import type { ShownCampaign } from '#contract/shown-figures.ts'
import { pageTitle, type ShownPage } from './shown-page.ts'
import { SmallPage, type SmallPageProps } from './small-page.tsx'
import type { Drawing } from './unit-state.ts'

export type LinkWords = TextNow & {
  chip?: string
  title: string
  button?: string
  level?: string
}
type Props = Pick<SmallPageProps, 'campaign' | 'name' | 'mark' | 'address'> & {
  words: LinkWords
  /** the path that the button of `words` posts to */
  action?: string
  drawing?: Omit<Drawing, 'line'>
  /** The target of a page without its own button, if it is not the landing page. */
  next?: 'quiz' | undefined
  /** of a press that nobody can take back: a button that does not invite, and the way back */
  back?: { href: string; text: string } | undefined
  children?: ReactNode
}

/** The page of a link in a mail. Only its button acts, because mail scanners follow links. */
export const LinkPage = ({
  campaign,
  name,
  mark,
  address,
  words,
  action,
  drawing,
  next,
  back,
  children,
}: Props) => (
  <SmallPage
    campaign={campaign}
    name={name}
    mark={mark}
    address={address}
    chip={words.chip}
    title={words.title}
    drawing={{ ...drawing, line: words.level }}
  >
    <p className="lead">{saidNow(campaign, words)}</p>
    {children}
    <div className="next-step">
      {words.button ? (
        <form method="post" action={action}>
          <button className="btn" data-look={back && 'final'} type="submit">
            {words.button}
          </button>
        </form>
      ) : (
        <NextStep campaign={campaign} leadsToQuiz={next === 'quiz'} />
      )}
      {back && (
        <a className="btn" data-look="line" href={back.href}>
          {back.text}
        </a>
      )}
    </div>
  </SmallPage>
)

/** END-2: the text of a page, without what only an open list can keep. */
export const saidNow = ({ notice }: ShownCampaign, { text, whileOpen }: TextNow): string =>
  whileOpen && !notice ? `${text} ${whileOpen}` : text

/** The same where no spot is won or lost: nothing is gold. */
export const showQuietly = (
  campaign: ShownCampaign,
  { page, action, address }: Pick<PageVisit, 'page'> & { action?: string; address?: string },
  words: LinkWords,
  { back, children }: Pick<Props, 'back' | 'children'> = {},
): ShownPage => ({
  status: 200,
  title: pageTitle(words.title, campaign.brand),
  body: (
    <LinkPage
      campaign={campaign}
      name={page}
      address={address}
      words={words}
      {...(action !== undefined && { action })}
      drawing={{ tone: 'quiet' }}
      back={back}
    >
      {children}
    </LinkPage>
  ),
})

/**
 * The first question, in the words of the section that invites to it; null where the campaign has
 * no quiz.
 */
const quizOf = ({ quiz, sections }: Campaign) =>
  quiz && sections.quiz && { words: sections.quiz.cta, path: questionPath(questionKeys[0]) }

/**
 * To the quiz, or where it leads nowhere to the landing page. `look`: beside another gold button.
 */
export const NextStep = ({
  campaign,
  leadsToQuiz,
  look,
}: {
  campaign: Campaign
  leadsToQuiz: boolean
  look?: 'line'
}) => {
  const quiz = leadsToQuiz ? quizOf(campaign) : null
  return quiz ? (
    <>
      <a className="btn" data-look={look} href={quiz.path}>
        {quiz.words}
      </a>
      <a className="back" href="/">
        {backToPage}
      </a>
    </>
  ) : (
    <HomeLink />
  )
}

export const HomeLink = ({ children = home }: { children?: string }) => (
  <a className="btn" data-look="line" href="/">
    {children}
  </a>
)
