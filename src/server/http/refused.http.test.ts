import { afterAll, beforeAll, expect, test } from 'vitest'
import { inLanguages } from '#campaign/in-languages.ts'
import { devicePaths, paths } from '#contract/api.ts'
import { startApp, type TestApp } from '#test/app.ts'
import type { Said } from './language.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const elsewhere = { ...form, 'sec-fetch-site': 'cross-site' }
const refused: readonly (readonly [Said, status: number, path: string, sent: RequestInit])[] = [
  ['wrongPath', 400, '/%ff', {}],
  ['longPath', 414, `/${'x'.repeat(4_096)}`, {}],
  ['button', 403, devicePaths.open, { method: 'POST', headers: elsewhere }],
  ['tooLarge', 413, paths.join, { method: 'POST', headers: form, body: 'x'.repeat(200_000) }],
  [
    'unsupported',
    415,
    paths.join,
    { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' },
  ],
]

test.each(refused)(
  '[LANG-1] a visitor reads in the language of the path why it is refused: %s',
  async (said, status, path, sent) => {
    for (const [prefix, language] of [
      ['', 'en'],
      ['/nl', 'nl'],
    ] as const) {
      const answer = await fetch(app.url + prefix + path, sent)
      expect([answer.status, await answer.text()]).toEqual([
        status,
        inLanguages[language]!.words.refused[said],
      ])
    }
  },
)
