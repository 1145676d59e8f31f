import type { Campaign } from '#contract/campaign.ts'
import { grouped } from '#contract/figures.ts'
import type { SignupFormProps } from '#page/signup/signup-form.island.tsx'
import { Island } from '#page/islands/island.tsx'
import { FinalBlock } from './final-block.island.tsx'
import { gaugeOf } from './gauge.ts'

type Props = { campaign: Campaign; served: SignupFormProps['served'] }

/** FLOW-4. `data-lazy-notice` shows how the loading of the chunk goes (islands/lazy-island.ts). */
export function Final({
  campaign: {
    sections: { final },
    offers,
    figures,
    forms,
  },
  served,
}: Props) {
  const { title, text, levels, units, figure } = final
  const most = grouped(offers.founding.most)
  return (
    <>
      <p className="ref label">{final.ref}</p>
      <div className="lazy-notice body" data-lazy-notice="" role="status" tabIndex={-1} />
      <Island
        name="final-block"
        component={FinalBlock}
        position="final"
        section="final"
        trigger="near-end"
        props={{
          copy: {
            title: title.replace('{n}', most),
            text: text.replace('{n}', most),
            levels,
            units,
            figure,
          },
          startS: figures.accessTimer.startS,
          share: gaugeOf(figures.launch.value).share,
          form: {
            variant: 'inline',
            size: 'large',
            placeholder: forms.placeholder,
            ctaText: final.cta,
            section: 'final',
            cta: 'final-cta',
            served,
          },
        }}
      />
    </>
  )
}
