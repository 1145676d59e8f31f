import type { Campaign } from '#contract/campaign.ts'
import { grouped } from '#contract/figures.ts'

type Props = Pick<Campaign['sections'], 'strip'> & Pick<Campaign['figures'], 'earlySpots'>

/** TOP-1, TOP-2: the top urgency banner at its first message. The message's place is as wide as the longest. */
export const Strip = ({ strip: { label, messages }, earlySpots }: Props) => (
  <aside className="strip" aria-label={label}>
    <p className="label">{label}</p>
    <p className="message">{messages[0].replace('{n}', grouped(earlySpots.start))}</p>
  </aside>
)
