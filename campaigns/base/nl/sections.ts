import type { Campaign } from '#contract/campaign/campaign.ts'

/** Of the sections, those that no page can be without. */
export const sections: Pick<Campaign['sections'], 'proof' | 'final' | 'footer'> = {
  proof: { title: 'Wie er zijn.', audience: 'mensen' },
  final: {
    ref: 'Aanmelden',
    title: 'Eén plek is van jou.',
    text: 'Laat je e-mailadres achter en je hoort het als eerste.',
    cta: 'Kom op de wachtlijst',
    levels: ['Vandaag open', 'Minder dan 3 uur', 'Nog maar 2 uur', 'Sluit over 60 minuten'],
    closes: 'Het sluit over',
    units: ['uren', 'minuten', 'seconden'],
    figure: 'Fig. 1',
  },
  footer: {
    note: 'De cijfers op deze pagina zijn gesimuleerd, de resultaten zijn beweringen van het merk zelf.',
  },
}
