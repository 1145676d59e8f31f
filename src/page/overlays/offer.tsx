import type { Placement } from '#contract/waitlist.ts'
import { SignupForm } from '#page/signup/signup-form.island.tsx'
import type { PopupProps } from './popup-entry.ts'
import { Popup } from './popup.tsx'

/** A term is a text, or a name with its figure. */
export type OfferCopy = {
  lead?: string
  title: string
  terms: readonly (readonly [text: string, figure?: string])[]
  cta: string
}

/** What both exit popups show: a title, what there is, and a form. */
export const Offer = ({
  section,
  copy: { lead, title, terms, cta },
  form,
  open,
}: PopupProps<OfferCopy> & { section: Placement }) => (
  <Popup id={section} above={lead && <p className="label">{lead}</p>} title={title} open={open}>
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
  </Popup>
)
