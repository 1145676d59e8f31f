import type { Campaign } from '#contract/campaign.ts'
import { grouped } from '#contract/figures.ts'
import { SignupForm, type SignupFormProps } from '#page/capture/signup-form.island.tsx'
import { Popup } from './popup.tsx'

type Props = { campaign: Campaign; served: SignupFormProps['served']; open?: boolean }

/** POP-4 */
export const ExitIntentSecond = ({ campaign: { forms, offers, sections: { stay } }, served, open }: Props) => (
  <Popup id="exit-intent-second" title={stay.title} open={open}>
    <ul className="terms">
      {stay.items.map((item) => <li key={item}>{item.replace('{n}', grouped(offers.mysteryReward.most))}</li>)}
    </ul>
    <SignupForm variant="dialog" size="large" placeholder={forms.placeholder} ctaText={stay.cta} section="exit-intent-second" served={served} />
  </Popup>
)
