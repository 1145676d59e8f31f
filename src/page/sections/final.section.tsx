import { grouped } from '#contract/figures.ts'
import { Island } from '#page/islands/island.tsx'
import { FinalBlock } from './final-block.island.tsx'
import { gaugeOf } from './gauge.ts'
import type { SectionProps } from './section-content.ts'

/** FLOW-4. `data-lazy-notice` shows how the loading of the chunk goes (islands/lazy-island.ts). */
export function Content({
  copy: { ref, cta, title, text, levels, closes, units, figure },
  campaign: { offers, figures, forms },
  served,
}: SectionProps<'final'>) {
  const most = grouped(offers.founding.most)
  return (
    <>
      <p className="ref label">{ref}</p>
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
            closes,
            units,
            figure,
          },
          startS: figures.accessTimer?.startS ?? null,
          share: gaugeOf(figures.launch.value).share,
          form: {
            variant: 'inline',
            size: 'large',
            placeholder: forms.placeholder,
            ctaText: cta,
            section: 'final',
            cta: 'final-cta',
            served,
          },
        }}
      />
    </>
  )
}
