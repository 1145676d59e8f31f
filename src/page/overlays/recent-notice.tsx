import { notices } from '#campaign/copy/interface.ts'
import type { Campaign } from '#contract/campaign.ts'
import type { Figures } from '#contract/figures.ts'

type Entry = Figures['recent']['entries'][number]
type Props = {
  entry: Entry
  words: NonNullable<Campaign['sections']['recent']>
  onClose?: () => void
}

/** POP-2. No live region: nobody asked to hear of it. */
export const RecentNotice = ({
  entry: { name, city, minutesAgo },
  words: { text, ago, lang },
  onClose,
}: Props) => (
  <aside className="recent" aria-label={notices.recent}>
    <p lang={lang}>
      <b>{text.replace('{name}', name).replace('{city}', city)}</b>{' '}
      <span>{ago.replace('{n}', String(minutesAgo))}</span>
    </p>
    <button className="close" type="button" aria-label={notices.close} onClick={onClose} />
  </aside>
)
