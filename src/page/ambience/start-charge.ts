import * as art from '#art'
import type { Art } from '#campaign/art.ts'
import { startFeature } from '#page/browser/start-feature.ts'

const all: Partial<Art> = art

/**
 * FX-9: loads the charge, if the campaign's art has one, with the particles, so after the first
 * interaction and while motion is allowed. Nobody whose browser draws in software, who saves data or
 * chose their own colours loads it.
 */
export function startCharge(page: Document) {
  const { charge } = all
  if (!charge || matchMedia('(forced-colors: active)').matches || savesData()) return
  if (!drawsInHardware(page)) return
  void startFeature('charge', async () => {
    const [{ showCharge }, drawing] = await Promise.all([import('./show-charge.ts'), charge()])
    showCharge(page, drawing)
  })
}

const savesData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

const drawsInHardware = (page: Document) =>
  page.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true }) !== null
