import { contactBlanks, language, privacyWords, stored } from '#campaign'
import { paths } from '#contract/api.ts'
import type { Campaign, PrivacyCopy } from '#contract/campaign/campaign.ts'
import { fillContact, isNoteToAuthor } from '#contract/campaign/contact.ts'
import { withPromises } from '#contract/promises/blanks.ts'
import { pageTitle, type ShowPage, type Visit } from './shown-page.ts'
import { Part, SmallPage } from './small-page.tsx'

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
        {privacyParts(campaign).map(({ title, paragraphs }) => (
          <Part key={title} title={title}>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </Part>
        ))}
      </div>
    }
  >
    <p className="lead">{campaign.privacy.intro}</p>
    <Contact {...campaign.privacy.contact} />
  </SmallPage>
)

const Contact = (contact: PrivacyCopy['contact']) => (
  <section className="contact">
    <h2>{contact.title}</h2>
    <p>{fillContact(contact.text, contact, contactBlanks)}</p>
    <p>
      {contact.email === null || isNoteToAuthor(contact.email) ? (
        (contact.email ?? contactBlanks.email)
      ) : (
        <a className="btn" data-look="line" href={`mailto:${contact.email}`}>
          {contact.email}
        </a>
      )}
    </p>
  </section>
)

const privacyParts = (campaign: Campaign): PrivacyCopy['parts'] => [
  { title: privacyWords.kept, paragraphs: withPromises(storedParagraphs, language, campaign) },
  ...campaign.privacy.parts,
  ...(campaign.line ? [campaign.line.copy.privacy] : []),
]

/** What is stored in columns, and in parts: each sentence once. */
const storedParagraphs = [stored.columns, stored.parts].map((sentences) =>
  [...new Set(Object.values(sentences))].filter(Boolean).join(' '),
)
