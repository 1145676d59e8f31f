import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { firstResult, language as firstLanguage } from '#campaign'
import { inLanguages } from '#campaign/in-languages.ts'
import { launchStates, openLaunch, type Launch } from '#contract/launch/launch.ts'
import { figureModes, type PageFacts } from '#contract/live/figures.ts'
import { mailTemplates } from '#contract/mails/mails.ts'
import type { MailBundle, PageBundle, PageVisit } from '#contract/render.ts'
import { leaves } from '#contract/text.ts'
import { dayMs, hourMs } from '#contract/time.ts'
import { builtBundles } from '#server/http/bundles.ts'
import { textsOf } from '#test/campaign-texts.ts'
import { everyMail } from '#test/every-mail.ts'
import { everyPage } from '#test/every-page.ts'
import { requireFreshBuild } from '#test/fresh-build.ts'
import { namesOfThings, plain, textsIn, wordsOf } from '#test/language-words.ts'
import { confirmedAt as now } from '#test/line-standing.ts'
import { countedOn } from '#test/live-figures.ts'

requireFreshBuild()
const dist = resolve(import.meta.dirname, '../dist/fuel')
const bundles = await builtBundles(dist)
const site = { publicUrl: 'https://fuel.example', anonKey: 'anon', optIn: 'double' } as const
const since = now - hourMs
const launches: Record<(typeof launchStates)[number], Launch> = {
  open: openLaunch,
  paused: { ...openLaunch, state: 'paused', since, until: now + hourMs },
  closed: { ...openLaunch, state: 'closed', since },
  launched: {
    ...openLaunch,
    state: 'launched',
    since,
    listFirstUntil: now + hourMs,
    eraseAt: now + 30 * dayMs,
  },
}
const live = countedOn(now, {
  registered: 8_933,
  confirmed: { hour: 3, today: 41, week: 1_200 },
  pieces: { legacyPack: [1_000, 212] },
  offers: { earlyBird: { endsAt: now + 4 * dayMs } },
})

const months = {
  en: /\d (?:January|February|March|May|June|July|August|October|November|December)\b/,
  nl: /\d (?:januari|februari|maart|mei|juni|juli|augustus|oktober|november|december)\b/,
}
const thousands = { en: /\b\d{1,3}(?:,\d{3})+\b/, nl: /\b\d{1,3}(?:\.\d{3})+\b/ }

describe.each([
  { path: '/', language: 'en', other: 'nl', folder: '' },
  { path: '/nl/', language: 'nl', other: 'en', folder: 'nl' },
] as const)(
  '[LANG-4] [LANG-7] at $path, but for the passages of the source,',
  ({ language, other, folder }) => {
    const { campaign, words } = inLanguages[language]!
    let page: PageBundle
    let mails: MailBundle
    beforeAll(async () => {
      ;[page, mails] = await Promise.all([bundles.page(language), bundles.mails(language)])
    })
    const visitsOf = (name: PageVisit['page'], state: string): PageVisit[] => {
      const pageToken = 'a-token'
      if (name === 'ended')
        return state === 'open'
          ? []
          : [
              { page: name, pageToken },
              { page: name, pageToken, refused: true, form: { state: 'idle', typed: '' } },
            ]
      if (name !== 'landing')
        return everyPage(campaign)[name].map((visit) => ({ page: name, ...visit }) as PageVisit)
      const view = { state: 'welcome', email: 'mila@fuel.example', formPath: '/x' } as const
      return [
        { page: name, pageToken },
        { page: name, pageToken, friend: { via: 'K7Q42M9', name: 'Ada' } },
        {
          page: name,
          pageToken,
          device: { place: 8_911, before: 8_910, behind: 1_246, asOf: now },
        },
        { page: name, pageToken, form: { placement: 'hero', view, otherFormPath: '/y' } },
      ]
    }
    /** Texts of the other language's campaign that this one does not have. */
    const foreignTexts = textsOf([inLanguages[other]!.campaign, inLanguages[other]!.words]).filter(
      (text) => !JSON.stringify([campaign, words]).includes(JSON.stringify(text).slice(1, -1)),
    )
    const foreignIn = (texts: readonly string[]) =>
      texts.filter((text) => {
        const read = text.replaceAll(namesOfThings, '').replaceAll(campaign.brand, '')
        return (
          [wordsOf, months, thousands].some((foreign) => foreign[other].test(read)) ||
          foreignTexts.some((one) => read.includes(one))
        )
      })

    /** What is marked as of the other language, but for the source's passages and names. */
    const marked = (html: string) =>
      textsIn(`<div lang="${language}">${html}</div>`, other).filter(
        (text) => /\p{L}{3}/u.test(text) && !passages.some((passage) => text.includes(passage)),
      )
    const { quiz, sections, live: ofOffers } = campaign
    const passages = [
      'Nederlands',
      'English',
      'In English',
      ...Object.values(quiz!.types).map(({ title }) => title),
      ...(language === 'en'
        ? leaves([
            firstResult,
            sections.earlyBird,
            ofOffers.earlyBird,
            sections.recent,
            campaign.consents.filter(({ lang }) => lang === 'nl'),
          ]).flatMap(({ value }) =>
            typeof value === 'string' ? value.split(/\{\w+\}/).map((part) => part.trim()) : [],
          )
        : []),
    ].filter((part) => part.length > 3)

    test.each([...Object.keys(everyPage(campaign)), 'landing', 'ended'] as PageVisit['page'][])(
      'the page %s has no word, number or date of the other language',
      (name) => {
        const states = launchStates.flatMap((state) => figureModes.map((mode) => ({ state, mode })))
        for (const { state, mode } of states) {
          const launch = launches[state]
          const facts: PageFacts = { now, mode, live: mode === 'live' ? live : null, launch }
          for (const visit of visitsOf(name, state)) {
            const {
              title,
              titleLang = language,
              head,
              html,
            } = page.renderPage(visit, {
              ...site,
              facts,
            })
            const document = `<title lang="${titleLang}">${title}</title>${head}<p>${html}`
            expect.soft(foreignIn(textsIn(document, language))).toEqual([])
            expect.soft(marked(document)).toEqual([])
          }
        }
      },
    )

    test.each([...mailTemplates])(
      'the mail %s has no word, number or date of the other language',
      async (template) => {
        const sent = everyMail(campaign).filter(({ mail }) => mail.template === template)
        for (const figures of figureModes)
          for (const { mail } of sent) {
            const { subject, html, text } = await mails.renderMail(mail, figures)
            expect.soft(foreignIn(textsIn(html, language))).toEqual([])
            if (html.includes(`<html dir="ltr" lang="${language}"`))
              expect.soft(foreignIn([subject, ...text.split('\n').map(plain)])).toEqual([])
          }
      },
    )

    test('a letter has no word of the other language around its text', async () => {
      const [subject, body] = language === 'nl' ? ['Nieuws', 'Hallo.'] : ['News', 'Hello.']
      const text = { subject, preview: subject, body }
      const links = { unsubscribeUrl: 'https://fuel.example/u', meUrl: 'https://fuel.example/me/x' }
      const letter = await mails.renderLetter(text, { email: 'mila@fuel.example', ...links })
      expect(letter.html).toContain(`<html dir="ltr" lang="${language}"`)
      const texts = [...textsIn(letter.html, language), ...letter.text.split('\n').map(plain)]
      expect(foreignIn(texts)).toEqual([])
    })

    test('the scripts of the page have no text of the other language but those of a result that is shown in it', () => {
      const shown = language === firstLanguage ? JSON.stringify(firstResult) : ''
      const foreign = foreignTexts.filter(
        (text) => !shown.includes(JSON.stringify(text).slice(1, -1)),
      )
      const scripts = join(dist, folder, 'client/assets')
      const files = readdirSync(scripts).filter((file) => file.endsWith('.js'))
      expect(files.length).toBeGreaterThan(5)
      for (const file of files) {
        const code = readFileSync(join(scripts, file), 'utf8')
        expect.soft(foreign.filter((text) => code.includes(text))).toEqual([])
      }
    })
  },
)
