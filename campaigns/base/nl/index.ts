import type { Campaign } from '#contract/campaign/campaign.ts'
import { consents } from './consents.ts'
import { ends } from './ends.ts'
import { hero } from './hero.ts'
import { lineCopy } from './line.ts'
import { live } from './live.ts'
import { mails } from './mails.ts'
import { privacy } from './privacy.ts'
import { sections } from './sections.ts'

const own: Pick<Campaign, 'mast' | 'forms'> = {
  mast: { issue: 'Wachtlijst', note: 'Vóór de lancering' },
  forms: {
    label: 'E-mail',
    note: 'Aanmelden is gratis. Afmelden kan altijd.',
    placeholder: 'Je e-mailadres',
    success: 'Je bent erbij. Kijk in je mail en bevestig.',
    welcomeTitle: 'Je bent erbij.',
    bonus:
      '[line: Je krijgt je plaats als je bevestigt.][no line: Je staat op de lijst zodra je bevestigt.]',
  },
}

/** Every text of the base in Dutch, at the place that it has in a campaign. */
export const base = {
  ...own,
  hero,
  consents,
  mails,
  privacy,
  line: { copy: lineCopy },
  ends,
  live,
  samples: {
    fact: 'voorbeeld',
    label: 'Voorbeeldetiket',
    note: 'Wat als voorbeeld is gemarkeerd, is een voorbeeld en kan nog veranderen.',
  },
  sections,
}
