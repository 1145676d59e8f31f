import { campaign } from '#campaign/campaign.ts'
import type { FormView } from '#contract/render.ts'
import { popups } from '#page/overlays/popup-list.ts'
import type { State } from './gallery.tsx'
import { idle, invalid, longAddress, served, welcome } from './served.ts'

const views: readonly [id: string, name: string, view: FormView][] = [
  ['', '', idle],
  ['-invalid', ', invalid', invalid],
  ['-success', ', success', welcome(longAddress)],
]

/** Each popup that the campaign has, drawn open with the given view of its form. */
export const openPopups = (view: FormView) =>
  popups.flatMap(({ key, copyOf, View }) => {
    const copy = copyOf?.(campaign)
    if (!View || !copy) return []
    const form = { placeholder: campaign.forms.placeholder, served: served(view) }
    return [{ key, node: <View open="static" copy={copy} form={form} /> }]
  })

export const popupStates: readonly State[] = views.flatMap(([id, name, view]) =>
  openPopups(view).map(({ key, node }) => ({ id: key + id, name: key + name, node })),
)
