import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { inLanguages } from '#campaign/in-languages.ts'
import { inLanguage, letterPath, letterPaths } from '#contract/letters/screens.ts'
import { recordLetterMails } from '#server/letters/outcomes.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { addListed, feedLetters } from '#test/letters.ts'
import { signIn, type SignedIn } from '#test/signed-in.ts'

const now = Date.parse('2026-11-24T11:00:00Z')
/** A port where no mail server listens: letters stay as the test writes them. */
const env = {
  OPERATORS: 'anna@example.com, jo@example.com',
  PUBLIC_URL: 'https://fuel.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Fuel Protocol <hello@fuel.example>',
  LIMITS: 'on',
}
let app: TestApp
let anna: SignedIn
let jo: SignedIn
beforeAll(async () => {
  app = await startApp({ now: () => now, env })
  anna = await signIn(app, 'anna@example.com', now)
  jo = await signIn(app, 'jo@example.com', now)
  await addListed(await app.store(), [
    { id: '01', email: 'sanne@example.com', language: 'nl' },
    { id: '02', email: 'daan@gmail.com', language: 'en' },
    { id: '03', email: 'noor@example.com', language: 'de' },
  ])
})
afterAll(() => app.close())

const english = { subject: 'We are live', preview: 'The shop is open', body: 'Come in.' }
const dutch = {
  'subject-nl': 'We zijn open',
  'preview-nl': 'De shop is open',
  'body-nl': 'Kom binnen.',
}
const form = { fallback: 'en', type: '', source: '', ...english, ...dutch }
const draft = async (fields: Partial<typeof form> = {}): Promise<string> => {
  const answer = await anna.post(letterPaths.new, { ...form, ...fields, do: 'save' })
  return /letters\/([\w-]+)/.exec(answer.headers.get('location')!)![1]!
}
const noDutch = { 'subject-nl': '', 'preview-nl': '', 'body-nl': '' }
const noEnglish = { subject: '', preview: '', body: '' }
const textsOf = async (id: string) =>
  (await app.store()).db
    .selectFrom('letter_texts')
    .select(['language', 'subject', 'preview', 'body'])
    .where('letterId', '=', id)
    .orderBy('language')
    .execute()
const textOf = (html: string) =>
  html
    .slice(html.indexOf('<main'), html.indexOf('</main>'))
    .replaceAll('<!-- -->', '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ')

describe('the form of a letter', () => {
  test('[LETTER-1] has a set of fields for each language, says which are empty, and keeps what is typed in each', async () => {
    const opened = textOf(await anna.html(letterPaths.new))
    expect(opened).toMatch(
      /English Subject .* Dutch Empty\. You can write the letter in one language/,
    )
    const id = await draft()
    expect(await textsOf(id)).toEqual([
      { language: 'en', ...english },
      { language: 'nl', subject: 'We zijn open', preview: 'De shop is open', body: 'Kom binnen.' },
    ])
    const html = await anna.html(letterPath(id))
    expect(html).toContain('value="We are live"')
    expect(html).toContain('name="subject-nl" value="We zijn open"')
    expect(html).toMatch(/<textarea[^>]*lang="nl"[^>]*>Kom binnen\./)
    expect(textOf(html)).toContain('English For people with English, and for everybody without')
    expect(textOf(html)).toContain('Dutch For people with Dutch.')
  })

  test('[LETTER-1] one text alone goes to everybody, in whichever language it is', async () => {
    const onlyEnglish = await draft(noDutch)
    expect(textOf(await anna.html(letterPath(onlyEnglish)))).toMatch(
      /English Everybody gets this text: it is the only one\. .* Dutch Empty\. Everybody gets the English text\./,
    )
    const onlyDutch = await draft(noEnglish)
    expect(textOf(await anna.html(letterPath(onlyDutch)))).toMatch(
      /English Empty\. Everybody gets the Dutch text\. .* Dutch Everybody gets this text/,
    )
    expect(await textsOf(onlyDutch)).toMatchObject([{ language: 'nl' }])
    expect(await anna.html('/dashboard/letters')).toContain('We zijn open')
  })

  test('[LETTER-1] names each problem beside the field of its language, and keeps all texts', async () => {
    const wrong = { ...form, 'subject-nl': '', 'body-nl': 'Kom <b>binnen</b>.', do: 'send' }
    const answer = await anna.post(letterPaths.new, wrong)
    const html = await answer.text()
    expect(answer.status).toBe(422)
    expect(html).toMatch(/id="subject-nl-problems"><li>Write a subject\./)
    expect(html).toMatch(/id="body-nl-problems"><li><b>Line 1: <\/b>Remove the HTML/)
    expect(html).not.toMatch(/id="(subject|body)-problems"/)
    expect(html).toContain('value="We are live"')
    expect(html).toContain('Kom &lt;b&gt;binnen&lt;/b&gt;.')
    const id = /action="\/dashboard\/letters\/([\w-]{20,})"/.exec(html)![1]!
    expect(textOf(await anna.html(letterPaths.send(id)))).toMatch(
      /Not ready to send .* Dutch: Write a subject\. Dutch: Line 1: Remove the HTML/,
    )
  })

  test('[LETTER-1] a text in a language that the campaign has no more is shown, and keeps the letter from being sent', async () => {
    const finnish = { 'subject-fi': 'Olemme auki', 'preview-fi': '', 'body-fi': 'Tule.' }
    const id = await draft(finnish as never)
    const answer = await anna.post(letterPath(id), {
      ...form,
      ...finnish,
      revision: '1',
      do: 'send',
    })
    const shown = await answer.text()
    expect(answer.status).toBe(422)
    expect(textOf(shown)).toMatch(/Finnish .* The campaign has no language 'fi'/)
    expect(shown).toContain('value="Olemme auki"')
    expect((await anna.get(letterPaths.previewBody(id))).status).toBe(200)
    expect((await anna.get(inLanguage(letterPaths.previewBody(id), 'fi'))).status).toBe(404)
    await anna.post(letterPaths.act(id, 'delete'))
  })

  test('[LINE-10] begins with the text of the campaign in each language', async () => {
    const html = await anna.html(letterPaths.start('here'))
    for (const { campaign: inOne } of Object.values(inLanguages))
      expect(html).toContain(`value="${inOne.mails.letterStarts!.here!.preview}"`)
    expect(textOf(html)).toContain('Fill in {until}, {shop} and {erased} before you send')
  })

  test('[LETTER-1] saved by somebody else meanwhile shows all their texts beside mine', async () => {
    const id = await draft()
    await jo.post(letterPath(id), { ...form, 'body-nl': 'Van Jo.', revision: '1', do: 'save' })
    const mine = { ...form, 'body-nl': 'Van Anna.', revision: '1', do: 'save' }
    const answer = await anna.post(letterPath(id), mine)
    const html = await answer.text()
    expect(answer.status).toBe(409)
    expect(textOf(html)).toMatch(/The saved letter .* Dutch .* Van Jo\./)
    expect(html).toMatch(/<textarea[^>]*>Van Anna\./)
  })
})

test('[LETTER-1] the preview shows each text with the footer in its language', async () => {
  const id = await draft()
  const screen = await anna.html(inLanguage(letterPaths.preview(id), 'nl'))
  expect(textOf(screen)).toMatch(/Subject We zijn open/)
  expect(screen).toMatch(/<iframe[^>]*src="[^"]*\/body\?language=nl&amp;scheme=light"/)
  const bodies = ['en', 'nl', 'de'].map(async (language) =>
    (await anna.get(inLanguage(letterPaths.previewBody(id), language))).text(),
  )
  const [inEnglish, inDutch, inGerman] = await Promise.all(bodies)
  expect(inEnglish).toContain('Leave the list')
  expect(inDutch).toMatch(/lang="nl"[\s\S]*Kom binnen[\s\S]*Uitschrijven/)
  expect(inGerman).toBe(inEnglish)
})

test('[LETTER-1] a test is a mail in each language', async () => {
  const id = await draft()
  const asked = textOf(await anna.html(letterPaths.test(id)))
  expect(asked).toMatch(/English We are live Dutch We zijn open Send a test in each language/)
  await anna.act(letterPaths.test(id))
  const { db } = await app.store()
  const tests = await db
    .selectFrom('outbox')
    .select('data')
    .where('template', '=', 'letter-test')
    .orderBy('id')
    .execute()
  expect(tests.map(({ data }) => JSON.parse(data).language).toSorted()).toEqual(['en', 'nl'])
})

test('[LETTER-2] [LETTER-4] before a letter is sent the page says how many read which text, and afterwards what became of each', async () => {
  const id = await draft()
  const asked = textOf(await anna.html(letterPaths.send(id)))
  expect(asked).toMatch(
    /By language .* Language People Share Text German 1 \S+ English fallback English 1 \S+ English Dutch 1 \S+ Dutch /,
  )
  await anna.post(letterPaths.send(id), { revision: '1', people: '3', day: '', time: '' })
  const store = await app.store()
  await feedLetters(store, now)
  const mails = await store.db
    .selectFrom('outbox')
    .select(['id', 'domain', 'letterLanguage'])
    .where('letterId', '=', id)
    .execute()
  const ended = mails.map((mail) => ({ ...mail, letterId: id, outcome: 'accepted' as const }))
  await store.transact((trx) => recordLetterMails(trx, ended, now))
  const shown = textOf(await anna.html(letterPath(id)))
  expect(shown).toMatch(/By language .* English 2 2 2 0 0 Dutch 1 1 1 0 0/)
  expect(campaign.languages).toEqual(['en', 'nl'])
})
