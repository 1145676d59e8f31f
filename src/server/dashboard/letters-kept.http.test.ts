import { afterAll, expect, test, vi } from 'vitest'
import { letterPath, letterPaths } from '#contract/letters/screens.ts'
import { countAudience, everyone } from '#server/letters/audience.ts'
import { readLetter } from '#server/letters/letter.ts'
import { finishLetters } from '#server/letters/states.ts'
import { startApp } from '#test/app.ts'
import { addListed } from '#test/letters.ts'
import { signIn } from '#test/signed-in.ts'

const OPERATORS = 'anna@example.com'
const apps = [
  ['on this machine', await startApp({ env: { OPERATORS } }), 'Read them or connect a server'],
  [
    'on a server',
    await startApp({ env: { OPERATORS, PUBLIC_URL: 'https://fuel.example', LIMITS: 'on' } }),
    'Connect a server',
  ],
] as const
const withoutOperators = await startApp()
afterAll(() =>
  Promise.all([withoutOperators, ...apps.map(([, app]) => app)].map((app) => app.close())),
)

const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

test.each(apps)(
  '[LETTER-2] without a mail server %s, test, question and progress of a letter say that mails are kept',
  async (_, app, advice) => {
    const anna = await signIn(app, OPERATORS)
    await addListed(await app.store(), [{ id: 'a' }])
    const fields = { subject: 'We are live', preview: '', body: 'Come in.' }
    const saved = await anna.post(letterPaths.new, { ...fields, do: 'save' })
    const id = /letters\/([\w-]+)/.exec(saved.headers.get('location')!)![1]!
    const says = `No mail server is set: mails are kept, not sent.<br/><a class="link" href="/dashboard/mail">${advice}</a>`
    const plain = (html: string) => html.replaceAll('<!-- -->', '')
    expect(plain(await anna.html(letterPaths.test(id)))).toContain(says)
    expect(plain(await anna.html(letterPaths.send(id)))).toContain(says)
    await anna.act(letterPaths.send(id), { revision: '1', people: '1', day: '', time: '' })
    expect(plain(await anna.html(letterPath(id)))).toContain(says)
  },
)

test('[LETTER-4] a letter whose mails were kept is never shown as sent or accepted', async () => {
  const [[, app]] = apps
  const anna = await signIn(app, OPERATORS)
  const store = await app.store()
  await addListed(store, [{ id: 'kim' }])
  const { people } = await countAudience(store.db, everyone)
  const fields = { subject: 'The doors open', preview: '', body: 'Come in.' }
  const saved = await anna.post(letterPaths.new, { ...fields, do: 'save' })
  const id = /letters\/([\w-]+)/.exec(saved.headers.get('location')!)![1]!
  await anna.act(letterPaths.send(id), { revision: '1', people: String(people), day: '', time: '' })
  await app.mailsTo('kim@example.com')
  await vi.waitFor(async () => {
    await store.transact((trx) => finishLetters(trx, Date.now()))
    expect((await readLetter(store.db, id))!.state).toBe('done')
  }, 20_000)
  const shown = textOf(await anna.html(letterPath(id)))
  expect(shown).toContain('Kept, not sent')
  expect(shown).toContain(
    `Kept ${people} of ${people}. ${people} mails kept, not sent: no mail server was set.`,
  )
  expect(shown).not.toMatch(/Accepted [1-9]|were sent or given up/)
  expect(textOf(await anna.html('/dashboard/letters'))).toMatch(
    /The doors open [^A]* Kept, not sent/,
  )
})

test('[LETTER-1] who signed in by a printed link types where a test goes, and a wrong address stays typed beside its error', async () => {
  const shell = await signIn(withoutOperators)
  const fields = { subject: 'We are live', preview: '', body: 'Come in.' }
  const saved = await shell.post(letterPaths.new, { ...fields, do: 'save' })
  const id = /letters\/([\w-]+)/.exec(saved.headers.get('location')!)![1]!
  const html = await (await shell.post(letterPaths.test(id), { to: 'anna' })).text()
  expect(html).toContain('Enter a complete address')
  const field = /<input[^>]*name="to"[^>]*>/.exec(html)![0]
  expect(field).toContain('value="anna"')
  expect(field).toContain('aria-invalid="true"')
})
