/**
 * HERO-2: moves the level of the landing page's drawing, with what lies below and beside it.
 * Without a live gauge its height stays as it is.
 */
export function showLevel(page: Document, level: number): void {
  const unit = page.querySelector('.hero .unit:has(.gauge [data-live])')
  const height = unit?.querySelector<SVGSVGElement>('.gauge > svg')?.height.baseVal
  if (!unit || !height || height.value === level) return
  const by = level - height.value
  height.value = level
  for (const one of unit.querySelectorAll<SVGEllipseElement>(atLevel)) one.cy.baseVal.value += by
  unit.querySelector('path.accent[d^="M176"]')?.setAttribute('d', `M176 ${level}H210`)
  for (const dots of unit.querySelectorAll('.dots'))
    dots.setAttribute(
      'd',
      dots
        .getAttribute('d')!
        .replace(/ ([\d.]+)v([\d.]+)/g, (_, y, long) => ` ${+y + by}v${long - by}`),
    )
}
const atLevel = 'ellipse:is(.level, .next), .you-ring, .joined-dot circle'
