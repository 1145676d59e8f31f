import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as words from '#campaign/copy/interface.ts'
import { consentChange, erasure, me } from '#campaign/copy/me.ts'
import { titleLines } from '#campaign/copy/title-lines.ts'

const { confirm, unsubscribe, linkUnknown, tryLater, unexpected, notFound } = words
const pages = [confirm, unsubscribe, consentChange, erasure].flatMap((views) =>
  Object.values(views),
)
const titles = [...pages, linkUnknown, tryLater, unexpected, notFound, me].map(({ title }) => title)
const sheet = readFileSync(join(import.meta.dirname, '../styles/standalone.css'), 'utf8')

test.each(Object.entries(titleLines))('the lines of %j are its words', (title, lines) => {
  expect(lines.map(({ text }) => text).join(' ')).toBe(title)
  expect(titles).toContain(title)
})

test('every title has lines, and every line a rule for its size', () => {
  expect(titles.filter((title) => !titleLines[title])).toEqual([])
  const fits = Object.values(titleLines).flatMap((lines) => lines.map(({ fit }) => fit))
  expect(
    fits.filter((fit) => !sheet.includes(`[data-fit='${fit}'] {\n    font-size: ${fit}cqi;`)),
  ).toEqual([])
})
