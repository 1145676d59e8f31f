import type { Campaign } from '#contract/campaign.ts'
import { grouped } from '#contract/figures.ts'
import type { FormView } from '#contract/render.ts'
import type { FormWords } from '#page/capture/words.ts'
import { Island } from '#page/island.tsx'
import { FinalBlock } from './final-block.island.tsx'
import { gaugeOf } from './gauge.ts'

type Props = { campaign: Campaign; words: FormWords; pageToken: string; view: FormView }

/** FLOW-4's place. What is said of the chunk on its way stands in `data-far-notice` (far-island.ts). */
export function Final({ campaign: { sections: { final }, offers, figures, forms, consents }, words, pageToken, view }: Props) {
  const { title, text, levels, units, figure } = final
  const most = grouped(offers.founding.most)
  const served = { view, pageToken, consent: consents[0], words }
  return (
    <>
      <p className="ref label">{final.ref}</p>
      <div className="far-notice body" data-far-notice="" role="status" tabIndex={-1} />
      <Island
        name="final-block" of={FinalBlock} place="final" section="final" when="far"
        props={{
          copy: { title: title.replace('{n}', most), text: text.replace('{n}', most), levels, units, figure },
          startS: figures.accessTimer.startS, share: gaugeOf(figures.launch.value).share,
          form: { variant: 'inline', size: 'large', placeholder: forms.placeholder, ctaText: final.cta, section: 'final', cta: 'final-cta', served },
        }}
      />
    </>
  )
}
