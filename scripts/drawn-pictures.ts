import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Channels = readonly [number, number, number]

/** A file of a campaign's public/, which Chromium draws from a page. */
export type Picture = {
  name: string
  html: string
  size: { width: number; height: number }
  /** what the page has once it is drawn */
  ready?: string
  /** a PNG in the format of favicon.ico */
  isIco?: true
  /** a picture of 16 colours */
  palette?: { ground: Channels; inks: readonly [Channels, Channels] }
}

/** card.json: of each picture the hash of its page, and that of the file. */
export type DrawnPictures = Record<string, { shows: string; sha256: string }>

export const sha256 = (of: string | Buffer): string => createHash('sha256').update(of).digest('hex')

/** favicon.ico with one picture of 32 px: a PNG behind the header of the format. */
export function icoOf(png: Buffer): Buffer {
  const header = Buffer.from([0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0])
  header.writeUInt32LE(png.length, 14)
  return Buffer.concat([header, png])
}

/** The pictures of a campaign that are not those of today. */
export function stalePictures(pictures: readonly Picture[], folder: string): string[] {
  const drawn = JSON.parse(readFileSync(join(folder, 'card.json'), 'utf8')) as DrawnPictures
  return pictures
    .filter(
      ({ name, html }) =>
        drawn[name]?.shows !== sha256(html) ||
        drawn[name]?.sha256 !== sha256(readFileSync(join(folder, 'public', name))),
    )
    .map(({ name }) => name)
}

/** A line for each campaign below `root` whose pages name no picture, as none was drawn. */
export const missingCards = (root: string): string[] =>
  globSync('campaigns/*/index.ts', { cwd: root })
    .map((index) => index.split('/')[1]!)
    .filter((name) => !existsSync(join(root, 'campaigns', name, 'card.json')))
    .toSorted()
    .map(
      (name) =>
        `campaigns/${name} has no cards, so that links to its page show no picture. Draw them: CAMPAIGN=${name} npm run card`,
    )
