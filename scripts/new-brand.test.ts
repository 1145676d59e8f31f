import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contrast } from '#contract/theme/colour.ts'
import { freshFolder } from '#test/fresh-store.ts'
import { isTakenIn, newBrand, writeBrand } from './new-brand.ts'

const free = () => false
const made = (asked: Parameters<typeof newBrand>[0]) => {
  const brand = newBrand(asked, free)
  if ('wrong' in brand) throw new Error(brand.wrong)
  return brand
}

describe('[BRAND-2] npm run brand -- new', () => {
  test.each([
    [
      { name: 'a/b' },
      "'a/b' cannot name a folder: use small letters, digits and -, and begin with a letter.",
    ],
    [
      { name: '../x' },
      "'../x' cannot name a folder: use small letters, digits and -, and begin with a letter.",
    ],
    [
      { name: 'lock', color: 'orange' },
      "'orange' is no colour: write it as #RRGGBB, such as '#E4572E'.",
    ],
    [
      { name: 'lock', color: '#E4572' },
      "'#E4572' is no colour: write it as #RRGGBB, such as '#E4572E'.",
    ],
  ])('says in one sentence what is wrong with %j', (asked, wrong) =>
    expect(newBrand(asked, free)).toEqual({ wrong }),
  )

  test.each([
    [undefined, 'en', 'Opening soon'],
    ['nl', 'nl', 'Binnenkort'],
    ['NL', 'nl', 'Binnenkort'],
    ['nl-NL', 'nl', 'Binnenkort'],
    ['en_GB', 'en', 'Opening soon'],
  ])('[BRAND-2] [LANG-5] with --lang %s it is in %s', (lang, language, badge) => {
    const { files, says } = made({ name: 'lock', lang })
    expect(files['lock/index.ts']).toContain(`language: '${language}'`)
    expect(files['lock/index.ts']).toContain(`badge: '${badge}'`)
    expect(says.join('\n')).toContain(`campaigns/base/${language}`)
  })

  test.each(['fr', 'nlx', 'dutch', 'constructor', '-', '../nl'])(
    '[LANG-5] refuses %s, which the base does not have, with what to write',
    (lang) =>
      expect(newBrand({ name: 'lock', lang }, free)).toEqual({
        wrong: `campaigns/base has no texts in '${lang}', only in en and nl: write campaigns/base/${lang} as campaigns/base/nl is, with its privacy page and consent line, and name it in campaigns/base/languages.ts.`,
      }),
  )

  test('names who keeps the addresses as the first thing to write', () => {
    const { files, says } = made({ name: 'lock' })
    const [, first] = says.slice(says.indexOf('What to write next:'))
    expect(first).toMatch(/^ {2}campaigns\/lock\/copy\/privacy\.ts +your name, postal address and/)
    expect(files['lock/copy/privacy.ts']).toMatch(/name: null,[^]*address: null,[^]*email: null,/)
  })

  test('takes no name that a folder has', () => {
    const folder = freshFolder()
    const brand = made({ name: 'night-lock' })
    writeBrand(brand.files, folder)
    expect(existsSync(join(folder, 'night-lock/index.ts'))).toBe(true)
    expect(newBrand({ name: 'night-lock' }, isTakenIn(folder))).toEqual({
      wrong: 'campaigns/night-lock exists already: choose another name.',
    })
  })

  test('writes the name as people write it, and the line that starts it', () => {
    const { files, says } = made({ name: 'night-lock' })
    expect(files['night-lock/index.ts']).toContain("brand: 'Night Lock'")
    expect(says.join('\n')).toContain('CAMPAIGN=night-lock DATA_DIR=data-night-lock npm start')
  })

  test.each(['light', 'dark'] as const)(
    'keeps the accent readable on a %s ground, and says so where it changed it',
    (scheme) => {
      for (const color of ['#E4572E', '#FFE600', '#101010', '#0000FF']) {
        const { files, says } = made({ name: 'lock', color, scheme })
        const theme = files['lock/theme.ts']!
        const [, ground, , accent] = /ground: '(\S+)', ink: '(\S+)', accent: '(\S+)'/.exec(theme)!
        expect(contrast(accent as `#${string}`, ground as `#${string}`)).toBeGreaterThanOrEqual(4.5)
        expect(says.some((line) => line.includes(`${color} is ${accent} here`))).toBe(
          accent !== color,
        )
      }
    },
  )
})
