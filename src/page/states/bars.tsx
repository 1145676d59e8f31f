import { campaign } from '#campaign/campaign.ts'
import { overlaysWithForm } from '#contract/overlays.ts'
import type { FormView } from '#contract/render.ts'
import { bars } from '#page/overlays/bar-list.ts'
import type { Bar, BarViewProps } from '#page/overlays/overlay.ts'
import type { State } from './gallery.tsx'
import { idle, invalid, longAddress, served, welcome } from './served.ts'

const words = campaign.sections.bars
const spots = campaign.figures.pageSpots?.start

type Variant = { id: string; name: string; view?: FormView } & Partial<BarViewProps>
const visible: Variant = { id: '', name: '' }
const minimized: Variant = { id: '-minimized', name: ', minimized', state: 'minimized' }
const variantsWithForm: readonly Variant[] = [
  visible,
  minimized,
  { id: '-quiet', name: ' while a form is in the window', quiet: true },
  { id: '-invalid', name: ', invalid', view: invalid },
  { id: '-success', name: ', success', view: welcome(longAddress) },
]

const variantsOf = ({ key }: Bar) =>
  overlaysWithForm.some((name) => name === key) ? variantsWithForm : [visible]

const draw = ({ key, View }: Bar, { id, name, view = idle, ...props }: Variant): State[] =>
  words && spots !== undefined
    ? [
        {
          id: key + id,
          name: key + name,
          wide: true,
          node: (
            <View
              state="visible"
              words={words}
              spots={spots}
              form={{ served: served(view) }}
              {...props}
            />
          ),
        },
      ]
    : []

/**
 * Each bar that the campaign has. Those with a form can be minimized and have the states of the
 * form.
 */
export const barStates: readonly State[] = bars.flatMap((bar) =>
  variantsOf(bar).flatMap((variant) => draw(bar, variant)),
)

/** Each bar as other overlays can meet it: visible, and minimized if it can be. */
export const openBars = bars.flatMap((bar) =>
  variantsOf(bar)
    .filter((variant) => variant === visible || variant === minimized)
    .flatMap((variant) => draw(bar, variant)),
)
