import { numberText } from '#contract/numbers.ts'
import { language, notices, prefix } from '#campaign'
import type { CopyOf } from '#contract/campaign/sections.ts'
import { grouped } from '#page/browser/numbers.ts'
import { fill } from '#contract/text.ts'
import { partsOf } from '#page/figures/countdown.ts'
import { VideoStill } from './video-still.tsx'
import type { SectionProps } from './section-content.ts'
import { ToTheForm } from './to-the-form.tsx'
import { ThreeFigures } from './three-figures.tsx'

type Copy = CopyOf<'video'>

/** VID-1: a picture of the video, which opens an overlay, and the video's figures. */
export function Content({
  copy,
  figures: {
    video: { watching, averageS, requestPercent, previewMin },
  },
}: SectionProps<'video'>) {
  const items = [
    ...(watching ? [{ value: grouped(watching.value), text: copy.watching }] : []),
    ...(averageS ? [{ value: minutesOf(averageS.value), text: copy.average }] : []),
    ...(requestPercent
      ? [{ value: numberText(requestPercent.value, language), unit: '%', text: copy.request }]
      : []),
  ]
  return (
    <>
      <p className="ref label">{copy.ref}</p>
      <h2 className="body" id="video-title">
        {copy.title}
      </h2>
      <div className="body">
        <button className="reel" type="button" {...opens('show-modal')}>
          <VideoStill />
          <span className="hide">{copy.play}</span>{' '}
          {previewMin && (
            <span className="tag">
              {fill(copy.tag, { n: numberText(previewMin.value, language) })}
            </span>
          )}
          <span className="play" />
        </button>
        <div className="film" aria-hidden="true" />
      </div>
      {items.length > 0 && (
        <div className="body">
          <ThreeFigures items={items} />
        </div>
      )}
      <p className="body">
        <ToTheForm cta="social-proof-cta">{copy.cta}</ToTheForm>
      </p>
      <Overlay copy={copy.overlay} />
    </>
  )
}

function minutesOf(spanS: number): string {
  const [, minutes, seconds] = partsOf(spanS, 3)
  return `${Number(minutes)}:${seconds}`
}

/**
 * VID-2: the browser itself opens and closes it. A click anywhere is a click on its close button,
 * which covers the window. Without script the link loads the page anew, because a link within a
 * page does not close a dialog; with script signup/form-links.ts follows it.
 */
const Overlay = ({ copy: { title, text, join } }: { copy: Copy['overlay'] }) => (
  <dialog className="overlay" id={overlayId} closedby="any" aria-labelledby={`${overlayId}-title`}>
    <VideoStill />
    <h2 id={`${overlayId}-title`}>{title}</h2>
    <p>{text}</p>
    <a className="btn" href={`${prefix}/?#hero-email`}>
      {join}
    </a>
    <button className="close" type="button" aria-label={notices.close} {...opens('close')}>
      <span />
    </button>
  </dialog>
)

const overlayId = 'video-overlay'

/** React's types do not know invoker commands yet. */
const opens = (command: 'show-modal' | 'close') => ({ command, commandfor: overlayId }) as object
