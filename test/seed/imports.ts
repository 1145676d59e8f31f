import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { importActPath, importPath } from '#contract/people/imports.ts'
import { formTokenField } from '#contract/dashboard/navigation.ts'
import { testSecret } from '../fresh-store.ts'
import { runPeople } from '../people-command.ts'
import { proven } from '../people-imports.ts'
import { formTokenIn, ownForm } from '../signed-in.ts'
import { hourMs, playScene, until, type Scene, type Taken } from './scene.ts'

/** An import in each of its states: the file of a service, and others. */
export const imports = (taken: Taken) =>
  playScene(taken, {}, async (scene) => {
    const { take, anna, store, clock, dataDir } = scene
    const file = join(dataDir, 'old-list.csv')
    writeFileSync(file, 'email\nold@example.com\n')
    const where = { store, dataDir, secret: testSecret, now: clock.now }
    await runPeople(where, 'import', file, ...proven, '--yes')
    await take('import-commands', importPath)
    const checked = await uploaded(scene, { file: ghost, name: 'members.csv' })
    await take('import-checked', checked)
    await take('import-ask', importActPath(idIn(checked), 'run'))
    await take('import-wrong-date', importActPath(idIn(checked), 'check'), {
      form: { people: 'confirmed', source: 'Ghost', date: '2026-02-30' },
    })
    await anna.post(importActPath(idIn(checked), 'check'), { ...consent, status: 'Mailing' })
    await settled(scene, checked)
    await take('import-failed', checked)
    await anna.post(importActPath(idIn(checked), 'check'), { ...consent, ignore: 'state' })
    await settled(scene, checked)
    await anna.post(importActPath(idIn(checked), 'run'))
    await settled(scene, checked)
    await take('import-done', checked)

    const blocked = await uploaded(scene, { file: bounces, name: 'bounces.csv' })
    await take('import-blocked', blocked)
    await anna.post(importActPath(idIn(blocked), 'check'), { ...consent, people: 'left' })
    await settled(scene, blocked)
    await take('import-left', blocked)
    await take('import-left-ask', importActPath(idIn(blocked), 'run'))
    // What another server began and left: it was last seen an hour ago.
    const other = { state: 'running', server: 'web-2:3000', changedAt: clock.now - hourMs } as const
    await store.db.updateTable('imports').set(other).execute()
    await take('import-stalled', blocked)
    await take('import-running', importPath)
    const folder = join(dataDir, 'imports')
    for (const file of readdirSync(folder)) rmSync(join(folder, file))
    await store.db.updateTable('imports').set({ state: 'checked' }).execute()
    await take('import-missing', blocked)
  })

const consent = { people: 'confirmed', source: 'the old list', date: '2026-01-31' }
const ghost = [
  'id,email,subscribed_to_emails,complimentary_plan,created_at,state',
  ...Array.from(
    { length: 2_000 },
    (_, n) =>
      `63a1f${n},${n === 2 ? 'a.rather.long.address@mail.example.com' : `member.${n}@example.com`},${n % 6 !== 5},false,2024-01-15T10:30:00.000Z,${['Utrecht', 'Drenthe'][n % 2]}`,
  ),
  'x,nobody,true,false,,Utrecht',
].join('\n')
const bounces =
  'address,code,error,created_at\n' +
  Array.from({ length: 352 }, (_, n) => `gone.${n}@example.com,550,No such user,2024-01-15`).join(
    '\n',
  )

const idIn = (path: string) => path.split('/').at(-1)!

/** Sends a file, and returns the path of its import once it is checked. */
async function uploaded(
  scene: Scene,
  { file, name }: { file: string; name: string },
): Promise<string> {
  const { app, anna } = scene
  const body = new FormData()
  body.append(formTokenField, formTokenIn(await anna.html('/dashboard')))
  for (const [field, value] of Object.entries(consent)) body.append(field, value)
  body.append('file', new Blob([file]), name)
  const answer = await fetch(app.url + importPath, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: anna.cookie, ...ownForm },
    body,
  })
  const path = answer.headers.get('location')
  if (!path) throw new Error(`the upload of ${name} answered ${answer.status}`)
  await settled(scene, path)
  return path
}

const settled = ({ anna }: Scene, path: string) =>
  until(async () => !/>(?:Checking the file|Importing)</.test(await anna.html(path)))
