import { drift, newParticle, particleCount, type Field, type Particle } from './particles.ts'

export type Scene = Field & { canvas: OffscreenCanvas; ink: string; accent: string; moves: boolean }

/**
 * They move by 13 pixels a second at most: at sixteen pictures a second that is less than a pixel
 * from one to the next.
 */
const pictureMs = 60

const particles = Array.from({ length: particleCount }, () => newParticle(Math.random))
let scene: Scene | undefined
let drawnAt: number | null = null
let frame = 0

/** First the whole scene, then what changed. */
addEventListener('message', ({ data }: MessageEvent<Partial<Scene>>) => {
  scene = { ...scene, ...data } as Scene
  if (data.widthPx) fit(scene)
  cancelAnimationFrame(frame)
  drawnAt = null
  if (scene.moves) frame = requestAnimationFrame(move)
})

function fit({ canvas, widthPx, heightPx }: Scene) {
  canvas.width = widthPx
  canvas.height = heightPx * 2
  draw()
}

function move(now: number) {
  frame = requestAnimationFrame(move)
  if (!scene || now - (drawnAt ?? -Infinity) < pictureMs) return
  const seconds = drawnAt === null ? 0 : (now - drawnAt) / 1_000
  drawnAt = now
  particles.forEach((particle, index) => {
    particles[index] = drift(particle, seconds, scene!)
  })
  draw()
}

/**
 * The field stands twice, one below the other, so that a window fits in wherever the parallax has
 * it (show-ambience.ts).
 */
function draw() {
  const pen = scene?.canvas.getContext('2d')
  if (!scene || !pen) return
  pen.clearRect(0, 0, scene.widthPx, scene.heightPx * 2)
  for (const particle of particles) {
    pen.fillStyle = particle.accent ? scene.accent : scene.ink
    pen.globalAlpha = particle.alpha
    dot(pen, particle, scene, 0)
    dot(pen, particle, scene, scene.heightPx)
  }
}

function dot(
  pen: OffscreenCanvasRenderingContext2D,
  { x, y, radiusPx }: Particle,
  { widthPx, heightPx }: Field,
  downPx: number,
) {
  pen.beginPath()
  pen.arc(x * widthPx, y * heightPx + downPx, radiusPx, 0, 2 * Math.PI)
  pen.fill()
}
