import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * In rem. What is fluid goes from one of them to another. The digits of clocks (`--digit`, `--size`)
 * are as large as their column allows, and are not read here.
 */
const sizes = [0.75, 0.8125, 0.875, 1, 1.125, 1.75, 2.5, 3.5, 5.25, 7]
const spaces = [0, 0.25, 0.5, 0.75, 1, 1.5, 2.5, 4, 6]

/** Declarations off the scale, by what they follow instead. */
const exceptions = new Set([
  // Titles that fill their measure.
  'exclusivity.css font-size: min(clamp(4.25rem, 15.6vw, 12.9rem), 21.25vw)',
  'final.css font-size: min(18.9cqi, 15.7rem)',
  // Beside the still, which is 15rem wide.
  'popups.css padding-left: calc(15rem + var(--pad))',
  // Beside the dial, which is 11rem wide.
  'quiz.css font-size: clamp(1.75rem, (100cqi - 11rem) / 3.4, 2.5rem)',
  // In the units of a drawing.
  'plate.css font: 600 22px var(--wide)',
  'unit.css margin-left: -56px',
  // No larger with text of twice its size: two lines, and a popup that shows its button.
  'recent.css font: min(0.8125rem, 19px, max(13px, 3.7vw))/1.4 var(--text)',
  'popups.css margin-top: min(1rem, 20px)',
  // Room for a target of 44 px.
  'bars.css padding: 0.25rem 44px max(0.25rem, env(safe-area-inset-bottom)) var(--gutter)',
  'quiz.css padding: 8px 60px 8px var(--pad)',
  'updates.css margin-inline: calc((min(44px, var(--tab)) - var(--sign)) / 2)',
  // Half of a circle of 17 px.
  'welcome.css margin: 0 0 -9px 25%',
])

type Declaration = { file: string; property: string; value: string }

test('each font size that a sheet sets is one of ten, or a listed exception', () => {
  const found = declarations().filter(({ property }) => /^font(-size)?$/.test(property))
  expect(offScale(found, sizes, sizeOf)).toEqual([])
})

test('each padding, margin and gap is one of eight spaces, or a listed exception', () => {
  const found = declarations().filter(({ property }) =>
    /^(padding|margin|(row-|column-)?gap)/.test(property),
  )
  expect(offScale(found, spaces, (value) => value)).toEqual([])
})

const offScale = (
  found: readonly Declaration[],
  scale: readonly number[],
  partOf: (value: string) => string,
) =>
  found
    .filter(({ value }) => lengthsIn(partOf(value)).some((rem) => !scale.includes(rem)))
    .map(({ file, property, value }) => `${file} ${property}: ${value}`)
    .filter((found) => !exceptions.has(found))

/** Of a shorthand the part before the height of the line and the family. */
const sizeOf = (value: string) => value.split(/\s*\/\s*|\s+var\(--(?:text|wide|display)/)[0]!

/** Lengths in rem and px; those that depend on the text, the container or the window are free. */
const lengthsIn = (value: string) =>
  [...value.matchAll(/(?<![\w.])(\d*\.?\d+)(rem|px)\b/g)].map(([, length, unit]) =>
    unit === 'px' ? Number(length) / 16 : Number(length),
  )

function declarations(): Declaration[] {
  return readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => {
      const css = readFileSync(`${import.meta.dirname}/${file}`, 'utf8').replaceAll(
        /\/\*.*?\*\//gs,
        '',
      )
      return [...css.matchAll(/([a-z-]+):\s*([^;{}]+);/g)].map(([, property, value]) => ({
        file,
        property: property!,
        value: value!.replaceAll(/\s+/g, ' '),
      }))
    })
}
