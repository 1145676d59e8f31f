import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Picture } from './contact-sheet.ts'

type Folders = { before: string; out: string }

/**
 * Compares each picture in `out` with the one of the same name in `before`, prints those that are
 * new or differ, with the share of the pixels, and adds old picture and difference to them.
 */
export async function comparePictures(page: Page, pictures: Picture[], { before, out }: Folders) {
  let differing = 0
  for (const picture of pictures) {
    const [old, now] = [join(before, picture.file), join(out, picture.file)]
    if (!existsSync(old)) console.log(`new: ${picture.file}`)
    else if (!readFileSync(old).equals(readFileSync(now))) {
      const { share, difference } = await page.evaluate(compare, [urlOf(old), urlOf(now)] as const)
      if (share === 0) continue
      differing++
      console.log(`differs by ${(share * 100).toFixed(3)}%: ${picture.file}`)
      const path = join(out, 'differences', picture.file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, Buffer.from(difference.split(',')[1]!, 'base64'))
      picture.others = { ...picture.others, before: old, difference: path }
    }
  }
  console.log(`${differing} of ${pictures.length} pictures differ from those in ${before}`)
}

const urlOf = (file: string) => `data:image/png;base64,${readFileSync(file).toString('base64')}`

type Browser = {
  Image: new () => { src: string; width: number; height: number; decode(): Promise<void> }
  document: { createElement(name: 'canvas'): Canvas }
}
type Canvas = { getContext(kind: '2d'): Context; toDataURL(): string }
type Pixels = { data: Uint8ClampedArray }
type Context = {
  drawImage(image: object, x: number, y: number): void
  getImageData(x: number, y: number, width: number, height: number): Pixels
  putImageData(pixels: Pixels, x: number, y: number): void
}

/** Runs in the browser: the share of pixels that differ, and the second picture with them in red. */
async function compare(urls: readonly [string, string]) {
  // The scripts' types have no DOM: these two are all that this function takes from the browser.
  const { Image, document } = globalThis as unknown as Browser
  const images = []
  for (const src of urls) {
    const image = Object.assign(new Image(), { src })
    await image.decode()
    images.push(image)
  }
  const width = Math.max(...images.map((image) => image.width))
  const height = Math.max(...images.map((image) => image.height))
  const [old, now] = images.map((image) => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const context = canvas.getContext('2d')
    context.drawImage(image, 0, 0)
    const pixels = context.getImageData(0, 0, width, height)
    return { canvas, context, pixels, colors: new Uint32Array(pixels.data.buffer) }
  })
  const opaqueRed = 0xff_00_00_ff
  let differing = 0
  for (let index = 0; index < width * height; index++) {
    if (old!.colors[index] === now!.colors[index]) continue
    differing++
    now!.colors[index] = opaqueRed
  }
  now!.context.putImageData(now!.pixels, 0, 0)
  return { share: differing / (width * height), difference: now!.canvas.toDataURL() }
}
