import { renderToStaticMarkup } from 'react-dom/server'
import type { Art } from '#campaign/art.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { knownSentences } from '#contract/launch/state-words.ts'
import { shareText } from '#contract/figures/gauge-level.ts'
import type { CardName } from '#contract/launch/reached-marks.ts'
import { numberText } from '#contract/numbers.ts'
import { fill } from '#contract/text.ts'
import type { Face } from '#contract/theme/face.ts'
import type { Colours, Theme } from '#contract/theme/theme.ts'
import { setTitle } from '#contract/campaign/title-lines.ts'

export const cardSize = { width: 1_200, height: 630 } as const

/**
 * How the campaign looks. `font`: the file of its display face, as a data URL. `mark`: its mark.svg,
 * in the colours of the theme.
 */
export type Look = { theme: Theme; art: Art; font: string; mark: string }

/** Every text and figure on a card. */
export type CardShows = {
  brand: string
  /** what it is, for somebody who sees the card alone */
  what: string
  headline: readonly { text: string; width: 'wide' | 'narrow' | 'plain' }[]
  badge?: string
  /** below the headline, instead of badge and level */
  text?: string
  level?: { registered: string; of: string; complete: string }
  /** how far the drawing is filled, from 0 to 1 */
  share: number
}

/**
 * The card of a state (contract/launch/reached-marks.ts). Only that of simulated figures shows one: other
 * sites keep a card for weeks.
 */
export function cardShows(campaign: Campaign, name: CardName): CardShows {
  const { brand, head, hero, figures, ends, language } = campaign
  const frame = { brand, what: firstSentence(head.description) }
  if (name !== '' && name !== 'live') {
    const { above, title, text } = ends[name].card
    const goal = numberText(figures.launch.value.goal, language)
    const spots = numberText(figures.programSpots?.value.total ?? 0, language)
    const headline = [
      { text: knownSentences([above], { goal, spots })[0] ?? '', width: 'wide' as const },
      { text: title, width: 'narrow' as const },
    ]
    return { ...frame, headline, text, share: isFull(name) ? 1 : 0 }
  }
  const headline = headlineOf(hero.headline)
  if (name === 'live') return { ...frame, headline, badge: hero.badge, share: 0 }
  const launch = figures.launch.value
  return {
    ...frame,
    headline,
    badge: hero.badge,
    level: {
      registered: numberText(launch.registered, language),
      of: fill(hero.unit.of, { n: numberText(launch.goal, language) }),
      complete: fill(hero.unit.complete, { n: shareText(launch, language) }),
    },
    share: launch.registered / launch.goal,
  }
}

/** Without its full stop. */
const firstSentence = (text: string) => /^.*?(?=[.!?]\s|[.!?]?$)/s.exec(text)?.[0] ?? text

function headlineOf(text: string): CardShows['headline'] {
  const { lines } = setTitle(text)
  if (lines.length === 0) return [{ text, width: 'plain' }]
  return lines.map((line) => ({ text: line.text, width: line.width }))
}

const isFull = (name: CardName) => name === 'goal' || name === 'closed' || name === 'launched'

/**
 * The card as an HTML page in the look of the site: the headline and the drawing, filled to its
 * level.
 */
export const cardPage = (
  { brand, what, headline, badge, text, level, share }: CardShows,
  look: Look,
): string => `<!doctype html><meta charset="utf-8"><style>${css(look)}</style>
<header>${look.mark}<b>${escaped(brand)}</b><span>${escaped(what)}</span></header>
<h1${text ? ' class="whole"' : ''}>${headline.map((line) => `<span data-width="${line.width}">${escaped(line.text)}</span>`).join(' ')}</h1>
${badge ? `<p class="badge"><span>${escaped(badge)}</span></p>` : ''}
${text ? `<p class="text"><span>${escaped(text)}</span></p>` : ''}
${level ? `<div class="level"><b>${level.registered}</b><span>${escaped(level.of)}</span><i>${escaped(level.complete)}</i></div>` : ''}
${drawing(share, look)}
<script>${fit}</script>`

/**
 * The box of each text, in pixels from its upper left corner. Lines above a headline come first.
 */
const rooms = {
  'header b': [420, 36],
  'header span': [600, 40],
  'h1:not(.whole) span:not([data-width=plain])': [530, 364],
  'h1.whole [data-width=wide]': [1_080, 90],
  'h1.whole [data-width=narrow]': [1_080, 190],
  '.text span': [1_080, 40],
  'h1:not(.whole)': [530, 364],
  '.badge span': [480, 40],
  '.level b': [500, 160],
  '.level span': [500, 40],
  '.level i': [500, 40],
}

/**
 * Shrinks texts that overflow their box, by a hundredth at a time. The measured box of a text
 * includes its ascenders and descenders. `data-fitted` marks the end.
 */
const fit = `
const hasRoom = (text, [width, height]) => {
  const range = document.createRange()
  range.selectNodeContents(text)
  const ink = range.getBoundingClientRect()
  return ink.width <= width && ink.bottom - text.getBoundingClientRect().top <= height
}
Promise.all([...document.fonts].map((font) => font.load())).then(() => {
  for (const [selector, room] of Object.entries(${JSON.stringify(rooms)})) {
    for (const text of document.querySelectorAll(selector)) {
      for (let percent = 100; percent > 5 && !hasRoom(text, room); percent--) text.style.setProperty('--fit', percent / 100)
    }
  }
  document.documentElement.dataset.fitted = ''
})`

const escaped = (text: string) => text.replace(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const drawing = (share: number, { art: { CardFigure } }: Look) =>
  renderToStaticMarkup(
    <svg width="1200" height="200" viewBox="0 0 1200 200">
      <CardFigure share={share} />
    </svg>,
  )

const css = ({ theme, font }: Look) => cssOf(theme[theme.scheme], theme.faces.display, font)

const cssOf = (color: Colours, { family, weight, stretch }: Face, font: string) => `
@font-face { font-family: '${family}'; src: url(${font}); font-weight: ${weight}; font-stretch: ${stretch} }
* { margin: 0; box-sizing: border-box; font: inherit }
body { position: relative; width: 1200px; height: 630px; padding: 0 56px; overflow: hidden; background: ${color.ground}; color: ${color.ink}; font: 600 20px/1.3 '${family}', 'Arial Narrow', sans-serif }
header { display: flex; align-items: center; gap: 16px; padding: 26px 0 18px; border-bottom: 1px solid ${color.border}; color: ${color.body} }
header svg { position: static; width: 40px; height: 40px; flex: none; stroke: none }
header b { color: ${color.ink}; font-stretch: 125%; font-size: calc(24px * var(--fit, 1)) }
header span { margin-left: auto; font-stretch: 108%; font-size: calc(22px * var(--fit, 1)) }
header * { white-space: nowrap }
h1 { --block: var(--fit, 1); container-type: inline-size; width: 520px; margin-top: 20px; letter-spacing: -.01em; word-spacing: .05em }
h1 span { --fit: 1; display: block; white-space: nowrap; text-transform: none }
h1 [data-width=wide] { font-size: calc(8.86cqi * var(--fit, 1) * var(--block)); font-stretch: 125%; line-height: 1.1 }
h1 [data-width=narrow] { font-size: calc(31cqi * var(--fit, 1) * var(--block)); font-stretch: 62%; line-height: .88; letter-spacing: -.01em }
h1 [data-width=plain] { font-size: calc(84px * var(--block)); font-stretch: 62%; line-height: .98; white-space: normal; text-wrap: balance }
h1.whole { width: 1088px; margin-top: 26px }
h1.whole [data-width=wide] { width: max-content; font-size: calc(58px * var(--fit, 1)); color: ${color.quiet} }
h1.whole [data-width=narrow] { width: max-content; font-size: calc(220px * var(--fit, 1)) }
.text { position: absolute; left: 56px; top: 378px; white-space: nowrap; color: ${color.body}; font: 24px/1.3 'DejaVu Sans', sans-serif }
.text span { display: block; width: max-content; font-size: calc(24px * var(--fit, 1)) }
.badge { position: absolute; right: 56px; top: 116px; padding: 7px 12px; border: 1px solid ${color.border}; border-radius: 3px; letter-spacing: .04em; font-stretch: 108%; color: ${color.body}; text-transform: uppercase; white-space: nowrap }
.badge span { display: block; font-size: calc(16px * var(--fit, 1)) }
.level { position: absolute; right: 56px; top: 196px; text-align: right; color: ${color.body}; font-stretch: 100%; white-space: nowrap }
.level b { display: block; font-size: calc(132px * var(--fit, 1)); font-stretch: 62%; line-height: .9; color: ${color.accent}; font-variant-numeric: tabular-nums }
.level span, .level i { display: block; font-style: normal; font-size: calc(22px * var(--fit, 1)) }
.level i { color: ${color.ink} }
svg { position: absolute; left: 0; bottom: -14px; fill: none; stroke: ${color.body}; stroke-width: 1.2 }
.solid { fill: ${color.ground} } .thin { stroke: ${color.quiet}; stroke-width: .9 } .axis { stroke: ${color.quiet}; stroke-dasharray: 18 5 3 5 } .accent { stroke: ${color.accent}; stroke-width: 1.5 }
svg .level { fill: ${color.accentTint}; stroke: ${color.accent} }
.dots { stroke: ${color.accent}; stroke-width: 2.4; stroke-linecap: round; stroke-dasharray: 0 9.5 } .end { stroke: ${color.urgent}; stroke-width: 2 }`
