import type { Campaign } from '#contract/campaign/campaign.ts'

type Reward = NonNullable<Campaign['line']>['terms']['rewards'][number]

/** The words of the rewards, in the order of the campaign's. */
export const line: { terms: { rewards: readonly Pick<Reward, 'name' | 'line'>[] } } = {
  terms: {
    rewards: [
      { name: 'Bètatoegang tot de AI', line: 'Eén vriend die bevestigt, en hij is van jou.' },
      {
        name: '{legacyPackName}',
        line: 'Een genummerd pack uit een tweede reeks van {legacyPack}.',
      },
      { name: 'Founding status', line: 'Ook als de eerste {founding} weg zijn.' },
    ],
  },
}
