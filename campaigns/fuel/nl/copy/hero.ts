import type { Campaign } from '#contract/campaign/campaign.ts'

export const hero: Campaign['hero'] = {
  badge: 'VROEGE ELITETOEGANG',
  headline: 'Dit is geen merk. Dit is een wapen.',
  lead: 'Het Fuel Protocol: supplementen met nano-delivery en coaching door AI, voor oprichters, vechters, atleten en contentmakers.',
  cta: 'Claim je plek – ontgrendel de stack',
  unit: {
    remain: 'nog {n} aanmeldingen',
    of: 'van {n}',
    complete: '{n}% voltooid',
    waiting: 'mensen wachten',
    waitingOne: 'mens wacht',
    waitingNone: 'Meld je als eerste aan',
    reward: {
      name: '1 Geheime beloning',
      line: 'Opent bij {n} aanmeldingen',
    },
    access: {
      name: '2 Early access',
      line: '{invitations} genodigden, {invitationsMonthsAhead} maanden eerder',
    },
    joined: 'De laatste stip ben jij',
    grains: 'Eén punt staat voor {n} aanmeldingen',
  },
}
