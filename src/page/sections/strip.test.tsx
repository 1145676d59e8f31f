import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { Strip } from './strip.tsx'

const { sections, figures } = campaign
const strip = renderToStaticMarkup(<Strip campaign={campaign} />)

test("[TOP-1] the strip bears the label 'Live Counter'", () =>
  expect(strip).toContain('<p class="label">Live Counter</p>'))

test('[TOP-2] its first message names the early-access spots left', () =>
  expect(strip).toContain('>This Batch: 8 Early Access Spots Left<'))

test('[TOP-2] its messages are three, in order', () => {
  expect(sections.strip!.messages.map((message) => message.replace('{n}', '92'))).toEqual([
    'This Batch: 92 Early Access Spots Left',
    '92% Full - Final Batch Opens in Hours',
    'Last Call - Elite Access Closing Soon',
  ])
})

test("the strip's counter starts at 8, falls every 30 s and never below 3", () => {
  expect(figures.earlySpots).toMatchObject({ start: 8, everyMs: 30_000, floor: 3 })
})
