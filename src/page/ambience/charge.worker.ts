import type { Charge, Program } from '#campaign/art.ts'
import { isAwake, isTooSlow, judgedFrames, sprung } from './charge-rules.ts'

export type ChargeScene = {
  canvas: OffscreenCanvas
  charge: Charge
  widthPx: number
  heightPx: number
  /** in the drawing's units from its top */
  level: number
  grains: number
  grainSize: number
  /** from -1 to 1 */
  tilt: number
  /** from 0 to 1 */
  sweep: number
  isReached: boolean
  /** the visitor's grain: none, a ring at the next place, falling from now on, or lying there */
  own: 'none' | 'next' | 'falls' | 'lies'
  moves: boolean
}
/** `drawn`: the first frame is there. `gone`: this device draws none, or no longer. */
export type ChargeNews = 'drawn' | 'gone'

let scene: ChargeScene
let draw: ((values: number[]) => void) | undefined
let frame = 0
let changedAt = 0
let lastAt: number | null = null
let seconds = 0
let ownSeconds = -1
let level = 0
let tilt = { at: 0, speed: 0 }
const firstFramesMs: number[] = []

/** First the whole scene, then what changed. */
addEventListener('message', ({ data }: MessageEvent<Partial<ChargeScene>>) => {
  scene = { ...scene, ...data } as ChargeScene
  const { canvas, widthPx, heightPx, own, moves } = scene
  if (data.widthPx) Object.assign(canvas, { width: widthPx, height: heightPx })
  if (data.own) ownSeconds = { none: -1, next: -2, falls: 0, lies: 99 }[own]
  if (data.charge) level = scene.level
  if (data.charge && !prepare(scene)) return tell('gone')
  changedAt = performance.now()
  cancelAnimationFrame(frame)
  if (!moves) lastAt = null
  else frame = requestAnimationFrame(show)
})

const tell = (news: ChargeNews) => postMessage(news)

function show(now: number) {
  const ms = lastAt === null ? 0 : now - lastAt
  if (isLate(ms)) return tell('gone')
  lastAt = now
  pass(Math.min(ms, 100) / 1_000)
  const broken = scene.isReached ? Math.min(1, Math.max(0, (seconds - 2.6) / 0.5)) : 0
  draw?.([level, tilt.at, seconds, scene.sweep, broken * broken * (3 - 2 * broken), ownSeconds])
  if (isAwake(performance.now() - changedAt, seconds)) frame = requestAnimationFrame(show)
  else lastAt = null
}

/** The first frame prepares the programs, so that the time to the second says nothing. */
function isLate(ms: number): boolean {
  if (!ms) tell('drawn')
  else if (firstFramesMs.length <= judgedFrames) firstFramesMs.push(ms)
  return isTooSlow(firstFramesMs.slice(1))
}

function pass(by: number) {
  seconds += by
  if (ownSeconds >= 0) ownSeconds += by
  for (let step = Math.round(by * 60); step > 0; step--) {
    tilt = sprung(tilt, scene.tilt)
    level += (scene.level - level) * 0.08
  }
}

/** Compiles the programs; false where the device draws in software, or knows no WebGL2. */
function prepare({ canvas, charge }: ChargeScene): boolean {
  const gl = canvas.getContext('webgl2', {
    antialias: false,
    failIfMajorPerformanceCaveat: true,
    powerPreference: 'low-power',
  })
  if (!gl) return false
  canvas.addEventListener('webglcontextlost', () => {
    draw = undefined
    tell('gone')
  })
  const [grains, glass] = [charge.grains, charge.glass].map((one) => link(gl, one)) as [
    WebGLProgram,
    WebGLProgram,
  ]
  gl.enable(gl.BLEND)
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
  draw = ([height, ...values]) => {
    const { width, height: heightPx } = canvas
    const { grains: count, grainSize, own } = scene
    const put = (program: WebGLProgram, mode: number, vertices: number, layer = 0) => {
      const at = (name: string) => gl.getUniformLocation(program, name)
      gl.useProgram(program)
      gl.uniform4f(at('a'), width, heightPx, height!, values[0]!)
      gl.uniform4f(at('b'), values[1]!, values[2]!, values[3]!, values[4]!)
      gl.uniform2f(at('grain'), grainSize, count)
      gl.uniform1f(at('layer'), layer)
      gl.drawArrays(mode, 0, vertices)
    }
    gl.viewport(0, 0, width, heightPx)
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
    put(glass, gl.TRIANGLES, 3)
    gl.enable(gl.DEPTH_TEST)
    put(grains, gl.POINTS, count + Number(own !== 'none'))
    gl.disable(gl.DEPTH_TEST)
    put(glass, gl.TRIANGLES, 3, 1)
  }
  return true
}

function link(gl: WebGL2RenderingContext, { vertex, fragment }: Program): WebGLProgram {
  const program = gl.createProgram()
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(type)!
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error('a program does not link')
  return program
}
