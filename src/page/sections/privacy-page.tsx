import { privacyWords } from '#campaign'
import { paths } from '#contract/api.ts'
import type { Campaign, PrivacyCopy } from '#contract/campaign/campaign.ts'
import { privacyParagraphs } from '#contract/people/personal-data.ts'
import { withPromises } from '#contract/promises/blanks.ts'
import { pageTitle, type ShowPage, type Visit } from './shown-page.ts'
import { SmallPage } from './small-page.tsx'

export const showPrivacy: ShowPage<'privacy'> = (campaign, visit) => ({
  status: 200,
  title: pageTitle(campaign.privacy.title, campaign.brand),
  listed: { path: paths.privacy, description: campaign.privacy.intro },
  body: <Privacy campaign={campaign} visit={visit} />,
})

const Privacy = ({ campaign, visit }: { campaign: Campaign; visit: Visit<'privacy'> }) => (
  <SmallPage
    campaign={campaign}
    visit={visit}
    heading={{ title: campaign.privacy.title }}
    figure={{ tone: 'quiet' }}
    below={
      <div className="standalone plate wrap">
        <Part title={privacyWords.kept} paragraphs={withPromises(privacyParagraphs())} />
        {campaign.privacy.parts.map((part) => (
          <Part key={part.title} {...part} />
        ))}
        {campaign.line && <Part {...campaign.line.copy.privacy} />}
      </div>
    }
  >
    <p className="lead">{campaign.privacy.intro}</p>
    <Contact {...campaign.privacy.contact} />
  </SmallPage>
)

const Contact = ({ title, text, email }: PrivacyCopy['contact']) => (
  <section className="contact">
    <h2>{title}</h2>
    <p>{text}</p>
    <p>
      <a className="btn" data-look="line" href={`mailto:${email}`}>
        {email}
      </a>
    </p>
  </section>
)

const Part = ({ title, paragraphs }: PrivacyCopy['parts'][number]) => (
  <section>
    <h2 className="ref">{title}</h2>
    <div className="body stack">
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  </section>
)
