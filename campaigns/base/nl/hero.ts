import type { Campaign } from '#contract/campaign/campaign.ts'

/** The words around the figure of the first view; badge, headline and lead are the campaign's. */
export const hero: Pick<Campaign['hero'], 'cta' | 'unit'> = {
  cta: 'Kom op de wachtlijst',
  unit: {
    remain: 'nog {n} aanmeldingen',
    of: 'van {n}',
    complete: '{n}% voltooid',
    waiting: 'mensen wachten',
    waitingOne: 'mens wacht',
    waitingNone: 'Meld je als eerste aan',
    reward: { name: '1 Het doel', line: 'Gehaald als er {n} zijn aangemeld' },
    access: { name: '2 Early access', line: 'Voor de lijst, vóór alle anderen' },
    joined: 'De laatste stip erin ben jij',
    grains: 'Eén punt staat voor {n} aanmeldingen',
  },
}
