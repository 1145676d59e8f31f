import type { ReactNode } from 'react'
import { home, linkUnknown, notFound, tryLater, unexpected } from '#campaign/copy/interface.ts'
import type { Campaign, PrivacyCopy } from '#contract/campaign.ts'
import { Footer } from './sections/footer.tsx'
import { Mast } from './sections/mast.tsx'

type LetterProps = { brand: string; name: string; title: string; children: ReactNode }

/** The pages beside the landing page: one title, a few lines, at most one button. They need no script. */
const Letter = ({ brand, name, title, children }: LetterProps) => (
  <>
    <Mast brand={brand} />
    <main className="letter wrap" data-page={name}>
      <h1>{title}</h1>
      {children}
    </main>
    <Footer brand={brand} />
  </>
)

export type LinkWords = { title: string; text: string; button?: string }
type LinkPageProps = { brand: string; name: string; words: LinkWords; action: string }

/** What a link in a mail opens. A GET never acts: mail scanners follow links. The button does. */
export const LinkPage = ({ brand, name, words, action }: LinkPageProps) => (
  <Letter brand={brand} name={name} title={words.title}>
    <p>{words.text}</p>
    {words.button
      ? <form method="post" action={action}><button className="btn" type="submit">{words.button}</button></form>
      : <p><a href="/">{home}</a></p>}
  </Letter>
)

export const LinkUnknown = ({ brand }: { brand: string }) => <LinkPage brand={brand} name="link-unknown" words={linkUnknown} action="" />

export const TryLater = ({ brand, action }: { brand: string; action: string }) => (
  <Letter brand={brand} name="try-later" title={tryLater.title}>
    <p>{tryLater.text}</p>
    <p><a className="btn" href={action}>{tryLater.again}</a></p>
  </Letter>
)

/** ROUTE-3 */
export const Unexpected = ({ brand }: { brand: string }) => (
  <Letter brand={brand} name="unexpected" title={unexpected.title}>
    <p>{unexpected.text}</p>
    <p><a href="/">{unexpected.home}</a></p>
    <p>{unexpected.request}</p>
  </Letter>
)

export const NotFound = ({ brand }: { brand: string }) => (
  <Letter brand={brand} name="not-found" title={notFound.title}>
    <p>{notFound.text}</p>
    <p><a href="/">{notFound.home}</a></p>
  </Letter>
)

export const Privacy = ({ campaign: { brand, privacy } }: { campaign: Campaign }) => (
  <Letter brand={brand} name="privacy" title={privacy.title}>
    <p className="lead">{privacy.intro}</p>
    {privacy.parts.map((part) => <PrivacyPart key={part.title} {...part} />)}
  </Letter>
)

const PrivacyPart = ({ title, paragraphs }: PrivacyCopy['parts'][number]) => (
  <section>
    <h2>{title}</h2>
    {paragraphs.map((paragraph) => <p key={paragraph}>{paragraph}</p>)}
  </section>
)
