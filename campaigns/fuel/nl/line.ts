import { lineCopy } from '#campaigns/base/nl/line.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'

type Line = NonNullable<Campaign['line']>
type RewardWords = Pick<Line['terms']['rewards'][number], 'name' | 'line'>

/** The words of the line. Its rules are the campaign's, and its rewards in their order. */
export const line: {
  terms: { rewards: readonly RewardWords[] }
  copy: Omit<Line['copy'], 'mailsIn'>
} = {
  terms: {
    rewards: [
      { name: 'Bètatoegang tot de AI', line: 'Eén vriend die bevestigt, en hij is van jou.' },
      {
        name: '{legacyPackName}',
        line: 'Genummerd, en apart van die voor de eerste {legacyPack}.',
      },
      { name: 'Founding status', line: 'Ook als de eerste {founding} weg zijn.' },
    ],
  },
  copy: lineCopy,
}
