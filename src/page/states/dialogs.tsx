import { campaign } from '#campaign/campaign.ts'
import type { FormView } from '#contract/render.ts'
import { popups } from '#page/overlays/popup-list.ts'
import type { State } from './gallery.tsx'
import { idle, longAddress, served, welcome } from './served.ts'

/** Of a popup that the campaign leaves out there is none. */
const shown = (id: string, name: string, key: string, view: FormView): State[] => {
  const { copyOf, View } = popups.find((popup) => popup.key === key)!
  const copy = copyOf?.(campaign)
  return View && copy
    ? [
        {
          id,
          name,
          node: (
            <View
              open="still"
              copy={copy}
              form={{ placeholder: campaign.forms.placeholder, served: served(view) }}
            />
          ),
        },
      ]
    : []
}

export const dialogs: readonly State[] = [
  ...shown('exit', 'Exit intent', 'exit-intent', idle),
  ...shown('exit-second', 'Exit intent, second', 'exit-intent-second', idle),
  ...shown('exit-invalid', 'Exit intent, invalid', 'exit-intent', {
    state: 'idle',
    typed: 'sanne@fuel',
  }),
  ...shown(
    'exit-second-success',
    'Exit intent, second, success',
    'exit-intent-second',
    welcome(longAddress),
  ),
]
