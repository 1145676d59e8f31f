import { Still } from '#art'
import type { Placement } from '#contract/people/waitlist.ts'
import { SignupForm } from '#page/signup/signup-form.island.tsx'
import type { PopupViewProps } from './overlay.ts'
import { PopupDialog } from './popup-dialog.tsx'

/** A term is a text, or a name with a figure. */
export type OfferCopy = {
  lead?: string
  title: string
  terms: readonly (readonly [text: string, figure?: string])[]
  cta: string
}

/** A popup with the video's still, a title, the terms of an offer, and a form: both exit popups. */
export const OfferPopup = ({
  section,
  copy: { lead, title, terms, cta },
  form,
  open,
}: PopupViewProps<OfferCopy> & { section: Placement }) => (
  <PopupDialog
    id={section}
    above={
      <>
        <div className="pane" aria-hidden="true">
          {/* A square around 930 270, where a still has most to show. */}
          <svg viewBox="430 -230 1000 1000">
            <Still />
          </svg>
        </div>
        {lead && <p className="label">{lead}</p>}
      </>
    }
    title={title}
    open={open}
  >
    <ul className="terms">
      {terms.map(([text, figure]) => (
        <li key={text}>
          {figure ? (
            <>
              <span>{text}</span> <b className="num">{figure}</b>
            </>
          ) : (
            text
          )}
        </li>
      ))}
    </ul>
    <SignupForm variant="dialog" size="large" ctaText={cta} section={section} {...form} />
  </PopupDialog>
)
