import { charge } from '#art'
import type { Art } from '#campaign/art.ts'
import { startFeature } from '#page/browser/start-feature.ts'

const load: Art['charge'] = charge

/**
 * FX-9: loads the charge, if the campaign's art has one, with the particles, so after the first
 * interaction and while motion is allowed. Nobody whose browser draws in software, who saves data or
 * chose their own colours loads it.
 */
export function startCharge(page: Document) {
  if (!load || matchMedia('(forced-colors: active)').matches || savesData()) return
  void startFeature('charge', async () => {
    if (!drawsInHardware(page)) return
    const [{ showCharge }, drawing] = await Promise.all([import('./show-charge.ts'), load()])
    showCharge(page, drawing)
  })
}

const savesData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** Some browsers do not say that they draw in software, but name what draws. */
function drawsInHardware(page: Document): boolean {
  const gl = page
    .createElement('canvas')
    .getContext('webgl2', { failIfMajorPerformanceCaveat: true })
  if (!gl) return false
  const named = gl.getExtension('WEBGL_debug_renderer_info')
  const renderer = String(gl.getParameter(named?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER))
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return !/swiftshader|llvmpipe|software|basic render/i.test(renderer)
}
