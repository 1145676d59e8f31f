import { renderToStaticMarkup } from 'react-dom/server'
import type { Look } from './card-picture.tsx'

/** Twice the size at which a mail shows it, for dense displays. */
export const plateSize = { width: 1_200, height: 560 } as const

/** The picture behind a mail's brand and title, as a page of its own. It holds no words. */
export function platePage({ theme, art: { PlateFigure } }: Pick<Look, 'theme' | 'art'>): string {
  const color = theme[theme.scheme]
  const drawing = renderToStaticMarkup(
    <svg width="1200" height="560" viewBox="0 0 1200 560">
      <PlateFigure />
    </svg>,
  )
  return `<!doctype html><meta charset="utf-8"><style>
* { margin: 0 } body { background: ${color.ground} } svg { display: block; fill: none; stroke: ${color.body} }
.thin { stroke: ${color.quiet}; stroke-width: 1.2; opacity: .55 } .axis { stroke: ${color.quiet}; stroke-dasharray: 34 8 6 8; opacity: .8 }
.accent { fill: ${color.accent}; stroke: none } .solid { fill: ${color.ground} }
</style>${drawing}`
}
