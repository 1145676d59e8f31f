import type { Campaign } from '#contract/campaign.ts'
import { grouped } from '#contract/figures.ts'
import { SignupForm, type SignupFormProps } from '#page/capture/signup-form.island.tsx'
import { Popup } from './popup.tsx'

type Props = { campaign: Campaign; served: SignupFormProps['served']; open?: boolean }

/** POP-3: the early-bird discount, what comes with it, and for how many. */
export function ExitIntent({ campaign: { forms, offers: { exit: offer }, sections: { exit: words } }, served, open }: Props) {
  const filled = (text: string) => text.replace('{n}', String(offer.discountPercent))
  const terms = [
    [words.discount, `${offer.discountPercent}%`],
    [words.bonus, `€${grouped(offer.bonusEuro)}`],
    [words.valid, `${grouped(offer.most)} ${words.validUnit}`],
  ] as const
  return (
    <Popup id="exit-intent" lead={words.ref} title={filled(words.title)} open={open}>
      <ul className="terms">
        {terms.map(([name, value]) => <li key={name}><span>{name}</span> <b className="num">{value}</b></li>)}
      </ul>
      <SignupForm variant="dialog" size="large" placeholder={forms.placeholder} ctaText={filled(words.cta)} section="exit-intent" served={served} />
    </Popup>
  )
}
