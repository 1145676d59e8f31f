import { inLanguage, letterPath, letterPaths } from '#contract/letters/screens.ts'
import { mailPaths } from '#contract/mails/screens.ts'
import { storeRun } from '#server/ops/doctor/doctor.ts'
import { minuteMs, type Scene } from './scene.ts'

/** How many people get a letter to everybody. */
export const audience = 8_412

const dutch = {
  'subject-nl': 'Donderdag begint early access',
  'preview-nl': 'De shop opent voor deze lijst. Tot maandag komt er niemand anders in.',
  'body-nl': `# Donderdag begint early access

Op **donderdag 26 november, 18.00 uur** opent de shop voor deze lijst, en tot maandag voor niemand anders.

[Naar de shop](https://fuel.example/shop)`,
}
const noDutch = { 'subject-nl': '', 'preview-nl': '', 'body-nl': '' }

const text = {
  subject: 'Early access opens Thursday',
  preview: 'The shop opens for this list. Until Monday nobody else gets in.',
  body: `# Early access opens Thursday

You joined before there was anything to buy. On **Thursday,
26 November, 18:00** the shop opens for this list, and for
nobody else until Monday.

- The first batch is 3,000 packs.
- Your quiz said: {type|find out which type you are}.
- The price of the first days ends on Sunday, 23:59.

[Open the shop](https://fuel.example/shop)

Questions? Answer this mail. A person reads it.`,
  type: '',
  source: '',
  fallback: 'en',
  ...dutch,
}
type Fields = typeof text

/** Saves a new letter and returns its id. */
export async function draft({ anna }: Scene, change: Partial<Fields> = {}): Promise<string> {
  const answer = await anna.post(letterPaths.new, { ...text, ...change, do: 'save' })
  return /letters\/([\w-]+)/.exec(answer.headers.get('location')!)![1]!
}

/** The form of a letter: a new one, saved, wrong, and saved by another operator meanwhile. */
export async function writing(scene: Scene): Promise<string> {
  const { clock, take, anna, jo } = scene
  const id = await draft(scene)
  await anna.post(letterPaths.test(id))
  clock.now += minuteMs
  await take('letter-compose', letterPath(id))
  await take('letter-new-wrong', letterPaths.new, {
    form: { ...text, subject: '', preview: '', body: '', ...noDutch, do: 'send' },
  })
  await take('letter-begun', letterPaths.start('here'))
  await take('letter-gaps', letterPaths.new, {
    form: { ...text, body: 'Open until {until}: {shop}', do: 'send' },
  })
  const wrong = `Hello\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n![pack](http://pictures.example/a.png)\n\n${long}`
  await take('letter-problems', letterPaths.new, {
    form: { ...text, subject: '', body: wrong, type: 'focus', do: 'send' },
  })
  await jo.post(letterPath(id), {
    ...text,
    subject: 'Early access opens on Friday',
    revision: '1',
    do: 'save',
  })
  await take('letter-conflict', letterPath(id), {
    form: { ...text, subject: 'Early access opens at noon', revision: '1', do: 'save' },
  })
  const gone = await draft(scene)
  await jo.post(letterPaths.act(gone, 'delete'))
  await take('letter-gone', letterPath(gone), { form: { ...text, revision: '1', do: 'save' } })
  await take('letter-delete', letterPaths.act(id, 'delete'))
  for (const view of ['html', 'phone', 'dark', 'text'])
    await take(`letter-preview-${view}`, `${letterPaths.preview(id)}?view=${view}`)
  await take('letter-preview-dutch', inLanguage(letterPaths.preview(id), 'nl'))
  await take('letter-preview-problems', letterPaths.preview(await draft(scene, { body: wrong })))
  await take('letter-test', letterPaths.test(id))
  await take('letter-too-large', letterPaths.new, {
    form: { ...text, body: 'a'.repeat(256 * 1024), do: 'save' },
  })
  return id
}

const long = Array.from({ length: 440 }, (_, n) => `Short news item ${n + 1}.`).join('\n\n')

/** The page that asks before a letter is sent. */
export async function asking(scene: Scene, id: string) {
  const { take, anna, store, clock } = scene
  await take('letter-confirm', letterPaths.send(id))
  await take('letter-not-ready', letterPaths.send(await draft(scene, { subject: '' })))
  const check = { found: '', advice: null, record: null }
  await storeRun(store, {
    at: clock.now,
    outcome: 'wrong',
    checks: (['spf', 'dkim'] as const).map((key) => ({ ...check, key, state: 'wrong' })),
  })
  await take('letter-confirm-doctor', letterPaths.send(id))
  // From here on no mail leaves, so that nothing of a picture depends on the speed of the machine.
  await anna.post(mailPaths.pause)
  const skipped = { ...pressed(2), day: '2027-03-28', time: '02:30' }
  await take('letter-confirm-wrong', letterPaths.send(id), { form: skipped })
  await take('letter-confirm-changed', letterPaths.send(id), { form: pressed(1) })
  await store.db.deleteFrom('letters').where('id', '<>', id).execute()
  const planned = await draft(scene, { subject: 'The shop is open' })
  await anna.post(letterPaths.send(planned), { ...pressed(1), day: '2026-11-26', time: '12:04' })
  await take('letter-scheduled', letterPath(planned))
  await take('letter-unschedule', letterPaths.act(planned, 'unschedule'))
}

export const pressed = (revision: number, counted = audience) => ({
  revision: String(revision),
  people: String(counted),
  day: '',
  time: '',
})
