import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { Art, FigureProps } from '#campaign/art.ts'
import { levelAt } from '#contract/figures/gauge-level.ts'
import * as base from './base/art.tsx'
import * as fuel from './fuel/art.tsx'

const arts: readonly (readonly [string, Art])[] = [
  ['base', base],
  ['fuel', fuel],
]

describe.each(arts)('[BRAND-4] the art of %s', (_, art) => {
  const figure = (share: number, more: Partial<FigureProps> = {}) =>
    renderToStaticMarkup(
      createElement(art.Figure, {
        share,
        level: levelAt(share, art.rise),
        scale: ['0', '2,500', '', '7,500', '10,000'],
        state: 'open',
        hasAccess: true,
        dot: undefined,
        joining: { isLive: true, isAwaited: false },
        ...more,
      }),
    )

  test('has a level that rises by 240 to 290 units, and stands where the words at it do', () => {
    expect(art.rise).toBeGreaterThanOrEqual(240)
    expect(art.rise).toBeLessThanOrEqual(290)
    for (const share of [0.1, 0.5, 1])
      expect(figure(share)).toMatch(
        new RegExp(`data-rise="" d="M\\d+ ${levelAt(share, art.rise)}H210"`),
      )
  })

  test('[HERO-2] has the scale from nothing at 505 to the goal, and says nothing at quarters that are not whole', () => {
    const texts = [...figure(0.5).matchAll(/<text x="\d+" y="([\d.]+)">([\d,]+)</g)]
    expect(texts.map(([, , text]) => text)).toEqual(['0', '2,500', '7,500', '10,000'])
    expect(Math.abs(Number(texts[0]![1]) - 505)).toBeLessThan(10)
    expect(Math.abs(Number(texts[3]![1]) - (505 - art.rise))).toBeLessThan(10)
  })

  test('moves by both of its parts, and marks each circle at the level', () => {
    for (const part of ['1', '2']) expect(figure(0.5)).toContain(`data-part="${part}"`)
    const joined = /<g class="joined-dot"[^>]*>(.*?)<\/g>/.exec(figure(0.5))?.[1] ?? ''
    expect(joined.match(/<circle/g)).toHaveLength(2)
    expect(joined.match(/data-rise/g)).toHaveLength(2)
    expect(figure(0.5, { dot: 'last' })).toContain('class="you"')
    expect(figure(0.5, { dot: 'next', joining: undefined })).toContain('you-ring')
  })

  test('shows a reached goal, and no level where nobody is counted', () => {
    expect(figure(1, { state: 'reached' })).not.toBe(figure(1))
    const levels = (drawn: string) => drawn.match(/<(?:ellipse|rect) class="level"/g) ?? []
    expect(levels(figure(0.5))).toHaveLength(1)
    expect(levels(figure(0, { state: 'empty' }))).toHaveLength(0)
  })

  test('has every other drawing, and both kinds of spots', () => {
    const below = renderToStaticMarkup(createElement(art.Below))
    for (const part of ['3', '4', '5', '6']) expect(below).toContain(`data-part="${part}"`)
    const spot = (taken: boolean) =>
      renderToStaticMarkup(createElement(art.Spot, { id: 'spot', taken }))
    expect(spot(true)).toMatch(/^<(\w+) id="spot"/)
    expect(spot(true)).not.toBe(spot(false))
    for (const drawing of [art.Assembled, art.CardFigure])
      expect(renderToStaticMarkup(createElement(drawing, { share: 0.2 }))).not.toBe(
        renderToStaticMarkup(createElement(drawing, { share: 0.9 })),
      )
    for (const drawing of [art.Still, art.PlateFigure])
      expect(renderToStaticMarkup(createElement(drawing))).toContain('<')
  })
})
