import type { line as english } from '../line.ts'
import { lineCopy } from './copy/line.ts'

type Line = NonNullable<typeof english>
type RewardWords = Pick<Line['terms']['rewards'][number], 'name' | 'line'>

/** The words of the line. Its rules are the campaign's, and its rewards in their order. */
export const line: { terms: { rewards: readonly RewardWords[] }; copy: Line['copy'] } = {
  terms: {
    rewards: [
      { name: 'Bètatoegang tot de AI', line: 'Eén vriend die bevestigt, en hij is van jou.' },
      { name: '{pack}', line: 'Genummerd, en apart van die voor de eerste {packs}.' },
      { name: 'Founding status', line: 'Ook als de eerste {founding} weg zijn.' },
    ],
  },
  copy: lineCopy,
}
