import { expect, test } from 'vitest'
import { theme } from '#campaign'
import { figureSizes, ink, look, plate, schemeCss, surface } from './theme.ts'

const { light, dark } = theme.mail
const own = theme[theme.scheme]

test('[BRAND-3] mails are in the light colours of the theme, and dark where the client asks for it', () => {
  expect([surface.ground, ink.high, ink.text, ink.quiet, surface.line]).toEqual([
    light.ground,
    light.ink,
    light.body,
    light.quiet,
    light.line,
  ])
  for (const colour of Object.values(dark)) expect(schemeCss).toContain(`:${colour}!important`)
})

test("[BRAND-3] button, number and plate have the theme's own accent, ground and ink", () => {
  expect(look.buttonCell.backgroundColor).toBe(own.accent)
  expect(look.button.color).toBe(own.onAccent)
  expect(look.figure.color).toBe(own.accent)
  expect(plate).toEqual({ ground: own.ground, ink: own.ink })
})

test('a number on the plate is large text, for which a contrast of 3 to 1 is enough (WCAG 1.4.3)', () => {
  for (const { fontSize } of Object.values(figureSizes))
    expect(parseFloat(fontSize)).toBeGreaterThanOrEqual(24)
})
