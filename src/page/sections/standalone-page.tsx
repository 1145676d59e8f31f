import type { ReactNode } from 'react'
import { home, linkUnknown, notFound, tryLater, unexpected } from '#campaign/copy/interface.ts'
import type { Campaign, PrivacyCopy } from '#contract/campaign.ts'
import { Assembled } from './assembled.tsx'
import { Footer } from './footer.tsx'
import { gaugeOf } from './gauge.ts'
import { Mast } from './mast.tsx'

/** `mark`: the sign-up mark that the browser stores (FORM-9; `markAttribute` in signup/joined.ts). */
type StandaloneProps = {
  campaign: Campaign
  name: string
  className?: string
  mark?: string | undefined
  children: ReactNode
}

/** The frame of every page except the landing page. It needs no script. */
export const StandalonePage = ({
  campaign: { brand, mast },
  name,
  className = '',
  mark,
  children,
}: StandaloneProps) => (
  <>
    <Mast brand={brand} mast={mast} />
    <main className={`standalone plate wrap ${className}`} data-page={name} data-mark={mark}>
      {children}
    </main>
    <Footer brand={brand} />
  </>
)

type MessageProps = StandaloneProps & { title: string; stamped?: boolean }

/** A title, a few lines and one button above the drawing. The confirm pages show it filled. */
const MessagePage = ({ title, stamped, children, ...page }: MessageProps) => (
  <StandalonePage {...page} className="short">
    <h1 className={stamped ? 'stamped a' : 'a'}>{title}</h1>
    <div className="b stack">{children}</div>
    <div aria-hidden="true">
      <Assembled
        share={page.name === 'confirm' ? gaugeOf(page.campaign.figures.launch.value).share : 0}
        name=""
      />
    </div>
  </StandalonePage>
)

const ButtonLink = ({ to, look, children }: { to: string; look?: 'line'; children: string }) => (
  <p>
    <a className="btn" data-look={look} href={to}>
      {children}
    </a>
  </p>
)

export type LinkWords = { title: string; text: string; button?: string }
type LinkPageProps = Pick<StandaloneProps, 'campaign' | 'name' | 'mark'> & {
  words: LinkWords
  action: string
  children?: ReactNode
}

/** The page of a link in a mail. Only its button acts, because mail scanners follow links. */
export const LinkPage = ({ campaign, name, mark, words, action, children }: LinkPageProps) => (
  <MessagePage campaign={campaign} name={name} mark={mark} title={words.title}>
    <p className="lead">{words.text}</p>
    {children}
    {words.button ? (
      <form method="post" action={action}>
        <button className="btn" type="submit">
          {words.button}
        </button>
      </form>
    ) : (
      <ButtonLink to="/" look="line">
        {home}
      </ButtonLink>
    )}
  </MessagePage>
)

export const LinkUnknown = ({ campaign }: { campaign: Campaign }) => (
  <LinkPage campaign={campaign} name="link-unknown" words={linkUnknown} action="" />
)

export const TryLater = ({ campaign, action }: { campaign: Campaign; action: string }) => (
  <MessagePage campaign={campaign} name="try-later" title={tryLater.title}>
    <p className="lead">{tryLater.text}</p>
    <ButtonLink to={action}>{tryLater.again}</ButtonLink>
  </MessagePage>
)

/** ROUTE-3 */
export const Unexpected = ({ campaign }: { campaign: Campaign }) => (
  <MessagePage campaign={campaign} name="unexpected" title={unexpected.title}>
    <p className="lead">{unexpected.text}</p>
    <ButtonLink to="/" look="line">
      {unexpected.home}
    </ButtonLink>
    <p className="note">{unexpected.request}</p>
  </MessagePage>
)

export const NotFound = ({ campaign }: { campaign: Campaign }) => (
  <MessagePage campaign={campaign} name="not-found" title={notFound.title} stamped>
    <p className="lead">{notFound.text}</p>
    <ButtonLink to="/" look="line">
      {notFound.home}
    </ButtonLink>
  </MessagePage>
)

export const Privacy = ({ campaign }: { campaign: Campaign }) => (
  <StandalonePage campaign={campaign} name="privacy">
    <h1 className="stamped">
      <span>{campaign.privacy.title}</span>
    </h1>
    <p className="lead body">{campaign.privacy.intro}</p>
    <Contact {...campaign.privacy.contact} />
    {campaign.privacy.parts.map((part) => (
      <PrivacyPart key={part.title} {...part} />
    ))}
  </StandalonePage>
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
