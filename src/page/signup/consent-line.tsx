import { paths } from '#contract/api.ts'
import type { Consent } from '#contract/campaign.ts'

/** FORM-10: the campaign's line, word by word, its last word a link. */
export const ConsentLine = ({ consent: { text, link } }: { consent: Consent }) => (
  <p className="consent">
    {text.slice(0, text.length - link.length)}
    <a href={paths.privacy}>{link}</a>
  </p>
)
