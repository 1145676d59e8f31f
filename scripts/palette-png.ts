import { crc32, deflateSync } from 'node:zlib'
import type { Page } from 'playwright-core'

/** Steps of each ramp: 16 colours together, which PNG stores in 4 bits. */
const steps = 8
type Color = readonly [number, number, number]

/**
 * A screenshot with 16 colours, a third of the size of Chromium's own. Each pixel gets the nearest
 * step between `ground` and the closer of two inks.
 */
export async function palettePng(
  page: Page,
  png: Buffer,
  { ground, inks }: { ground: Color; inks: readonly [Color, Color] },
): Promise<Buffer> {
  const palette = inks.flatMap((ink) =>
    Array.from({ length: steps }, (_, step) =>
      ground.map((from, channel) =>
        Math.round(from + ((ink[channel]! - from) * step) / (steps - 1)),
      ),
    ),
  )
  const { width, height, indexes } = await page.evaluate(nearest, {
    url: `data:image/png;base64,${png.toString('base64')}`,
    palette,
  })
  const rows = Buffer.alloc(height * (1 + width / 2))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x += 2)
      rows[y * (1 + width / 2) + 1 + x / 2] =
        (indexes.charCodeAt(y * width + x) - 65) * 16 + (indexes.charCodeAt(y * width + x + 1) - 65)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([4, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

type Browser = {
  Image: new () => { src: string; width: number; height: number; decode(): Promise<void> }
  OffscreenCanvas: new (width: number, height: number) => { getContext(kind: '2d'): Canvas }
}
type Canvas = {
  drawImage(image: object, x: number, y: number): void
  getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray }
}

/** Runs in the browser: one letter from 'A' on for each pixel's colour in the palette. */
async function nearest({ url, palette }: { url: string; palette: readonly number[][] }) {
  // The scripts' types have no DOM: these two are all that this function takes from the browser.
  const { Image, OffscreenCanvas } = globalThis as unknown as Browser
  const image = new Image()
  image.src = url
  await image.decode()
  const { width, height } = image
  const context = new OffscreenCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  const known = new Map<number, string>()
  let indexes = ''
  for (let at = 0; at < data.length; at += 4) {
    const color = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!
    if (!known.has(color)) {
      const distances = palette.map(
        ([red = 0, green = 0, blue = 0]) =>
          (red - data[at]!) ** 2 + (green - data[at + 1]!) ** 2 + (blue - data[at + 2]!) ** 2,
      )
      known.set(color, String.fromCharCode(65 + distances.indexOf(Math.min(...distances))))
    }
    indexes += known.get(color)
  }
  return { width, height, indexes }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
