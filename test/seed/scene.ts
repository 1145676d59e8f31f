import { formTokenField } from '#contract/dashboard/navigation.ts'
import { recordOwnBackup } from '#server/db/backup.ts'
import type { Store } from '#server/db/store.ts'
import { serverName } from '#server/imports/import-run.ts'
import { recountDaily } from '#server/line/check.ts'
import { settleRewards } from '#server/line/rewards.ts'
import { runRetention } from '#server/ops/retention.ts'
import { startApp, type TestApp } from '../app.ts'
import { freshFolder, freshStore, testSecret } from '../fresh-store.ts'
import { signIn, type SignedIn } from '../signed-in.ts'
import { silentLog } from '../silent-log.ts'

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
/** Tuesday 24 November 2026, 12:04 in Amsterdam: a clock that stands still until a scene sets it. */
export const noonMs = Date.parse('2026-11-24T11:04:00Z')

/** Takes the picture with this name of the screen at `path`, or of what a form sent there answers. */
export type Take = (
  name: string,
  path: string,
  how?: { as?: SignedIn; form?: Readonly<Record<string, string>> },
) => Promise<void>

export type Scene = {
  app: TestApp
  store: Store
  dataDir: string
  clock: { now: number }
  /** an operator */
  anna: SignedIn
  /** another operator */
  jo: SignedIn
  /** a reader */
  bob: SignedIn
  take: Take
}

/** The screens that were taken, by name, with what is random in them made alike. */
export type Taken = Map<string, string>

/** `fill` writes into the store before the server starts, and may set the clock. */
export type SceneOptions = {
  env?: Record<string, string>
  fill?: (store: Store, clock: { now: number }) => Promise<void>
  /** whether a backup was made this morning; it was, without this */
  hasBackup?: boolean
}

const settings = {
  OPERATORS: 'anna@fuel.example, jo@fuel.example, reader:bob@fuel.example',
  PUBLIC_URL: 'https://fuel.example',
  /** Nobody listens there; a scene that has mails to send pauses the queue. */
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Fuel Protocol <hello@fuel.example>',
  SECRET_KEY: testSecret,
  TRUSTED_PROXIES: '127.0.0.1, ::1',
  FIGURES: 'live',
  LIMITS: 'on',
}

/** The product on a store that `fill` has filled, as `show` sees it. */
export async function playScene(
  taken: Taken,
  { env = {}, fill, hasBackup = true }: SceneOptions,
  show: (scene: Scene) => Promise<void>,
): Promise<void> {
  const dataDir = freshFolder()
  const clock = { now: noonMs }
  const filled = await freshStore('sqlite', { dataDir })
  if (fill) await fill(filled, clock)
  await runJobs(filled, clock.now)
  await filled.close()
  if (hasBackup) recordOwnBackup(dataDir, clock.now - 9 * hourMs)
  const app = await startApp({
    env: { ...settings, ...env, DATA_DIR: dataDir },
    now: () => clock.now,
  })
  try {
    const store = await app.store()
    const as = (name: string) => signIn(app, `${name}@fuel.example`, clock.now)
    const [anna, jo, bob] = [await as('anna'), await as('jo'), await as('bob')]
    const take: Take = async (name, path, { as: who = anna, form } = {}) => {
      if (taken.has(name)) throw new Error(`two screens are named ${name}`)
      const answer = await (form ? who.post(path, form, proxied) : who.get(path, proxied))
      if (answer.status >= 500 || !answer.headers.get('content-type')?.startsWith('text/html'))
        throw new Error(`${name}: ${path} answered ${answer.status}`)
      taken.set(name, withoutChance(await answer.text(), { url: app.url, dataDir }))
    }
    await show({ app, store, dataDir, clock, anna, jo, bob, take })
  } finally {
    await app.close()
  }
}

const proxied = { 'x-forwarded-proto': 'https' }

/** What the jobs of the server do at its start, so that no screen is taken before or while they do. */
async function runJobs(store: Store, now: number): Promise<void> {
  await settleRewards(store, now)
  await recountDaily(store, { log: silentLog, now, stopping: () => false })
  await runRetention({ store, secretKey: testSecret, now })
}

/** What differs from run to run: form tokens, ids, and the names of port, machine and folder. */
function withoutChance(html: string, { url, dataDir }: { url: string; dataDir: string }): string {
  const { port } = new URL(url)
  const ids = new Map<string, string>()
  const idOf = (id: string) => {
    if (!ids.has(id))
      ids.set(id, `01900000-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`)
    return ids.get(id)!
  }
  return html
    .replaceAll(
      new RegExp(`(name="${formTokenField}" value=")[^"]+`, 'g'),
      (_, field: string) => field + 'x'.repeat(86),
    )
    .replaceAll(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g, idOf)
    .replaceAll(/((?:older|after)=)[\w-]{60,}/g, '$1cursor')
    .replaceAll(url, 'http://localhost:3000')
    .replaceAll(serverName(Number(port)), 'web-1:3000')
    .replaceAll(`<code>${port}</code>`, '<code>3000</code>')
    .replaceAll(dataDir, '/var/lib/ascend')
}

/** Looks until something that the server does by itself is there. */
export async function until(isThere: () => Promise<boolean> | boolean): Promise<void> {
  for (let looks = 0; !(await isThere()); looks++) {
    if (looks > mostLooks) throw new Error('the server of the scene did not get this far')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
const mostLooks = 2_400

/** Mails that the server of a scene finds as if they had left long ago. */
export const letMailsLeave = ({ db }: Store) =>
  db
    .updateTable('outbox')
    .set((row) => ({ state: 'sent', waits: '', sentAt: row.ref('createdAt') }))
    .where('state', '=', 'due')
    .execute()
