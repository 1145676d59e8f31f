import type { ReactNode } from 'react'
import { home, linkUnknown, notFound, tryLater, unexpected } from '#campaign/copy/interface.ts'
import type { Campaign, PrivacyCopy } from '#contract/campaign.ts'
import { Assembled } from './assembled.tsx'
import { Footer } from './footer.tsx'
import { gaugeOf } from './gauge.ts'
import { Mast } from './mast.tsx'

/** `keep`: what the browser keeps of a sign-up from now on (FORM-9), where the page has a script. */
type LetterProps = {
  campaign: Campaign
  name: string
  className?: string
  keep?: string | undefined
  children: ReactNode
}

/** The pages beside the landing page, on its columns. They need no script. */
export const Letter = ({
  campaign: { brand, mast },
  name,
  className = '',
  keep,
  children,
}: LetterProps) => (
  <>
    <Mast brand={brand} mast={mast} />
    <main className={`letter plate wrap ${className}`} data-page={name} data-keep={keep}>
      {children}
    </main>
    <Footer brand={brand} />
  </>
)

type ShortProps = LetterProps & { title: string; stamped?: boolean }

/** One title, a few lines and one button over the drawing, whose barrel is filled for those who are on their way in. */
const Short = ({ title, stamped, children, ...letter }: ShortProps) => (
  <Letter {...letter} className="short">
    <h1 className={stamped ? 'stamped a' : 'a'}>{title}</h1>
    <div className="b stack">{children}</div>
    <div aria-hidden="true">
      <Assembled
        share={letter.name === 'confirm' ? gaugeOf(letter.campaign.figures.launch.value).share : 0}
        name=""
      />
    </div>
  </Letter>
)

const Way = ({ to, look, children }: { to: string; look?: 'line'; children: string }) => (
  <p>
    <a className="btn" data-look={look} href={to}>
      {children}
    </a>
  </p>
)

export type LinkWords = { title: string; text: string; button?: string }
type LinkPageProps = Pick<LetterProps, 'campaign' | 'name' | 'keep'> & {
  words: LinkWords
  action: string
  children?: ReactNode
}

/** What a link in a mail opens. A GET never acts: mail scanners follow links. The button does. */
export const LinkPage = ({ campaign, name, keep, words, action, children }: LinkPageProps) => (
  <Short campaign={campaign} name={name} keep={keep} title={words.title}>
    <p className="lead">{words.text}</p>
    {children}
    {words.button ? (
      <form method="post" action={action}>
        <button className="btn" type="submit">
          {words.button}
        </button>
      </form>
    ) : (
      <Way to="/" look="line">
        {home}
      </Way>
    )}
  </Short>
)

export const LinkUnknown = ({ campaign }: { campaign: Campaign }) => (
  <LinkPage campaign={campaign} name="link-unknown" words={linkUnknown} action="" />
)

export const TryLater = ({ campaign, action }: { campaign: Campaign; action: string }) => (
  <Short campaign={campaign} name="try-later" title={tryLater.title}>
    <p className="lead">{tryLater.text}</p>
    <Way to={action}>{tryLater.again}</Way>
  </Short>
)

/** ROUTE-3 */
export const Unexpected = ({ campaign }: { campaign: Campaign }) => (
  <Short campaign={campaign} name="unexpected" title={unexpected.title}>
    <p className="lead">{unexpected.text}</p>
    <Way to="/" look="line">
      {unexpected.home}
    </Way>
    <p className="note">{unexpected.request}</p>
  </Short>
)

export const NotFound = ({ campaign }: { campaign: Campaign }) => (
  <Short campaign={campaign} name="not-found" title={notFound.title} stamped>
    <p className="lead">{notFound.text}</p>
    <Way to="/" look="line">
      {notFound.home}
    </Way>
  </Short>
)

export const Privacy = ({ campaign }: { campaign: Campaign }) => (
  <Letter campaign={campaign} name="privacy">
    <h1 className="stamped">
      <span>{campaign.privacy.title}</span>
    </h1>
    <p className="lead body">{campaign.privacy.intro}</p>
    <Contact {...campaign.privacy.contact} />
    {campaign.privacy.parts.map((part) => (
      <PrivacyPart key={part.title} {...part} />
    ))}
  </Letter>
)

const Contact = ({ title, text, email }: PrivacyCopy['contact']) => (
  <section>
    <h2 className="ref">{title}</h2>
    <div className="body stack">
      <p>{text}</p>
      <p>
        <a className="btn" data-look="line" href={`mailto:${email}`}>
          {email}
        </a>
      </p>
    </div>
  </section>
)

const PrivacyPart = ({ title, paragraphs }: PrivacyCopy['parts'][number]) => (
  <section>
    <h2 className="ref">{title}</h2>
    {paragraphs.map((paragraph) => (
      <p key={paragraph} className="body">
        {paragraph}
      </p>
    ))}
  </section>
)
