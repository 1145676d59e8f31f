import type { LaunchNotice } from '#contract/launch.ts'

/** END-2: the state of the launch, at the top of a page. */
export const LaunchStrip = ({ notice }: { notice: LaunchNotice | undefined }) =>
  notice?.text && (
    <aside className="strip" aria-label={notice.label} data-mounted="" data-still="">
      <p className="label">{notice.label}</p>
      <p className="message" data-longest={notice.text}>
        <span>{notice.text}</span>
      </p>
    </aside>
  )
