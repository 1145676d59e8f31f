import { bars, notices } from '#campaign/copy/interface.ts'

/** BAR-3. The link's own target is the hero's field, so that it works before any script does. */
export const SecondBar = ({ join }: { join: string }) => (
  <aside className="dock" data-state="second" aria-label={bars.label}>
    <a className="btn" data-look="line" href="#hero-email">{join}</a>
    <button className="close" type="button" aria-label={notices.close} />
  </aside>
)
