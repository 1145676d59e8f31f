import { describe, expect, test } from 'vitest'
import { languageToRead, type LetterTexts } from '#contract/letters/letters.ts'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { addListed, feedLetters, oneText, sentLetter, weAreLive } from '#test/letters.ts'
import { countParts, everyone, parseAudience } from './audience.ts'
import { countLacking, problemsOf, problemsOfTexts, type TextRules } from './check.ts'
import { readLetterCounts } from './letter.ts'
import { emptyText, isSameText, writtenTexts } from './texts.ts'

const now = Date.parse('2026-11-24T09:00:00Z')
const dutch = { subject: 'We zijn open', preview: '', body: 'Kom binnen.' }
const both: LetterTexts = { fallback: 'en', texts: { en: weAreLive, nl: dutch } }

test('[LETTER-1] people read the text of their language, and others that of the fallback', () => {
  const languages = ['en', 'nl']
  const readBy = (language: string, fallback: string) =>
    languageToRead({ fallback, languages }, language)
  expect([readBy('nl', 'en'), readBy('en', 'nl'), readBy('de', 'nl')]).toEqual(['nl', 'en', 'nl'])
})

test.each<[string, LetterTexts, LetterTexts]>([
  [
    'two texts in the order of the languages',
    { fallback: 'en', texts: { nl: dutch, en: weAreLive } },
    both,
  ],
  [
    'one text for everybody',
    { fallback: 'en', texts: { en: { subject: ' ', preview: '', body: '\n' }, nl: dutch } },
    oneText(dutch, 'nl'),
  ],
  ['no text, with an empty one of the fallback', { fallback: 'en', texts: {} }, oneText(emptyText)],
  [
    'a fallback that nobody has written',
    { fallback: 'de', texts: { nl: dutch, en: weAreLive } },
    { fallback: 'de', texts: { ...both.texts, de: emptyText } },
  ],
])('[LETTER-1] a letter has %s', (_, typed, stored) => {
  const written = writtenTexts(typed)
  expect(written).toEqual(stored)
  expect(Object.keys(written.texts)).toEqual(Object.keys(stored.texts))
  expect(isSameText(typed, stored)).toBe(true)
})

/** Takes each brace for a placeholder without a fallback, and refuses an empty subject. */
const rules: TextRules = {
  publicUrl: 'https://fuel.example',
  mails: {
    checkLetter: ({ subject }) =>
      subject === '' ? [{ field: 'subject', message: 'Write a subject.' }] : [],
    placeholdersIn: ({ body }) =>
      body.includes('{type}') ? [{ name: 'type', fallback: null }] : [],
  },
}

test('[LETTER-1] a text in a language that the campaign does not have, and an empty subject, are problems of their text', () => {
  const facts = { audience: everyone, people: 1, without: {} }
  const texts = { fallback: 'en', texts: { en: weAreLive, nl: emptyText, fi: dutch } }
  const found = [
    { language: 'nl', field: 'subject', message: 'Write a subject.' },
    {
      language: 'fi',
      field: 'language',
      message: "The campaign has no language 'fi': it has en and nl. Remove this text.",
    },
  ]
  expect(problemsOf(texts, facts, rules)).toEqual(found)
  expect(problemsOfTexts(texts, rules)).toEqual(found)
})

describe.each(storeEngines)('the texts of letters on %s', (engine) => {
  test('[LETTER-1] each person gets the text of the language that they have when their mail is made, and is counted with it', async () => {
    const store = await freshStore(engine)
    await addListed(store, [
      { id: 'a', language: 'nl' },
      { id: 'b', language: 'en' },
      { id: 'c', language: 'de', email: 'c@gmail.com' },
      { id: 'd', language: 'nl' },
      { id: 'e', language: 'nl' },
    ])
    const { id } = await sentLetter(store, now, { texts: both })
    await store.db.updateTable('people').set({ language: 'en' }).where('id', '=', 'd').execute()
    await store.db.updateTable('people').set({ state: 'bounced' }).where('id', '=', 'e').execute()
    await feedLetters(store, now)
    const mails = store.db.selectFrom('outbox').select(['personId', 'letterLanguage'])
    expect(await mails.orderBy('personId').execute()).toEqual([
      { personId: 'a', letterLanguage: 'nl' },
      { personId: 'b', letterLanguage: 'en' },
      { personId: 'c', letterLanguage: 'en' },
      { personId: 'd', letterLanguage: 'en' },
    ])
    const { total, languages } = await readLetterCounts(store.db, id)
    expect(total).toMatchObject({ queued: 5, skipped: 1 })
    expect(languages).toMatchObject([
      { language: 'nl', queued: 3 },
      { language: 'en', queued: 2 },
    ])
  })

  test('[LETTER-1] a letter with one text goes to everybody in it', async () => {
    const store = await freshStore(engine)
    await addListed(store, [{ id: 'a', language: 'nl' }, { id: 'b' }])
    await sentLetter(store, now, { texts: { ...oneText(dutch, 'nl'), fallback: 'en' } })
    await feedLetters(store, now)
    const mails = store.db.selectFrom('outbox').select('letterLanguage')
    expect(await mails.execute()).toEqual([{ letterLanguage: 'nl' }, { letterLanguage: 'nl' }])
  })

  test('[LETTER-1] a value that a text needs is looked for among its readers alone', async () => {
    const { db, ...store } = await freshStore(engine)
    await addListed({ db, ...store }, [
      { id: 'a', language: 'nl', quizType: 'focus' },
      { id: 'b', language: 'nl' },
      { id: 'c', language: 'en' },
      { id: 'd', language: 'de' },
    ])
    const typed = { ...dutch, body: 'Voor {type}.' }
    const lacking = (texts: LetterTexts, audience = '') =>
      countLacking(db, texts, parseAudience(audience)!, rules.mails)
    expect(await lacking({ ...both, texts: { ...both.texts, nl: typed } })).toEqual({
      en: {},
      nl: { type: 1 },
    })
    expect(await lacking({ fallback: 'en', texts: { en: typed, nl: dutch } })).toEqual({
      en: { type: 2 },
      nl: {},
    })
    expect(
      await lacking({ fallback: 'en', texts: { en: typed, nl: dutch } }, 'type=focus'),
    ).toEqual({
      en: { type: 0 },
      nl: {},
    })
    expect(await lacking(oneText(typed, 'nl'))).toEqual({ nl: { type: 3 } })
    expect(await countParts(db, everyone)).toHaveLength(3)
  })
})
