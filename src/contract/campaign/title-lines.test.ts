import { expect, test } from 'vitest'
import { setPlace, setTitle } from './title-lines.ts'

const linesOf = (title: string) =>
  setTitle(title).lines.map(({ text, width }) => `${width}: ${text}`)

test.each<[string, readonly string[]]>([
  ['You are in.', ['narrow: You are in.']],
  ['Confirm your spot.', ['narrow: Confirm', 'narrow: your spot.']],
  ['Unexpected Application Error!', ['wide: Unexpected', 'narrow: Application', 'narrow: Error!']],
  ['Klaar. Je staat op de lijst.', ['wide: Klaar.', 'narrow: Je staat', 'narrow: op de lijst.']],
  [
    'This Is Not a Brand. This Is a Weapon.',
    ['wide: This Is Not a Brand.', 'narrow: This Is', 'narrow: a Weapon.'],
  ],
])('[BRAND-5] the lines of %j are %j', (title, lines) => expect(linesOf(title)).toEqual(lines))

test.each([
  'The complete recovery system for endurance athletes who train twice a day, all year',
  'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz',
  '先行登録を受け付けています。',
])('[BRAND-5] %j is too long for lines', (title) => expect(linesOf(title)).toEqual([]))

test('[BRAND-5] each line fills the column, but for a much shorter one below a wide line', () => {
  const [check, mail] = setTitle('Check your email.').lines
  expect(Number(check!.fit)).toBeGreaterThan(Number(mail!.fit))
  const [, first, second] = setTitle('This Is Not a Brand. This Is a Weapon.').lines
  expect(first!.fit).toBe(second!.fit)
  const [, confirm, spot] = setTitle('One click left. Confirm your spot.').lines
  expect(Number(confirm!.fit)).toBeGreaterThan(Number(spot!.fit))
})

test('[LINE-9] all places of as many digits have one size, and longer ones a smaller one', () => {
  const fitOf = (place: string) => Number(setPlace('Your place', place).lines[1]!.fit)
  expect(fitOf('1,111')).toBe(fitOf('8,932'))
  expect(fitOf('11,111')).toBeLessThan(fitOf('8,932'))
})

test.each([
  ['Eén plek is van jou.', 'Een plek is van jou.'],
  ['ÉÉN STAP NOG.', 'EEN STAP NOG.'],
  ['Über uns. Größe zählt.', 'Uber uns. Grosse zahlt.'],
  ['Ça alors. Déjà là.', 'Ca alors. Deja la.'],
])('[BRAND-5] an accent makes no letter wider: %j is set as %j', (title, plain) =>
  expect(setTitle(title).lines.map(({ width }) => width)).toEqual(
    setTitle(plain).lines.map(({ width }) => width),
  ),
)
