import { Session } from 'node:inspector/promises'
import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freshTokenMinAgeMs } from '#contract/api.ts'
import { letterPaths } from '#contract/letters/screens.ts'
import { wavePaths } from '#contract/line/waves.ts'
import { readConfig } from '#server/config/config.ts'
import { startServer } from '#server/start.ts'
import { ownForm, signIn } from '#test/signed-in.ts'
import { silentLog } from '#test/silent-log.ts'
import { openMailServer } from '#test/smtp.ts'
import { freshToken, joinByCall, linkIn } from '#test/visitor.ts'
import type { RecordedFlow, RecordedFlows } from './flows.ts'

/**
 * The program of flows.ts: serves a fresh store, plays each flow, and prints what ran as JSON. It
 * records its whole process, which must therefore do nothing else.
 */
const statements: string[] = []
const wait = globalThis.setTimeout
holdSlowTimers()
recordStatements()

const root = resolve(import.meta.dirname, '..')
const dataDir = mkdtempSync(join(tmpdir(), 'ascend-flows-'))
const mailServer = await openMailServer()
/** People wait before they send a form. */
let aheadMs = 0
const now = () => Date.now() + aheadMs
const server = await startServer(readSettings(), { log: silentLog, now })
const url = `http://localhost:${server.port}`
const storeFile = new DatabaseSync(join(dataDir, 'ascend.db'), { readOnly: true })
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

const operator = await signIn({ url, store: async () => server.store }, 'anna@example.com', now())
const flows: RecordedFlows = {
  'sign-up': await record(async (round) => {
    const token = await formToken()
    return () => signUp(`sanne${round}`, token)
  }),
  confirmation: await record(async (round) => {
    const path = confirmPath(`sanne${round}`)
    return () => confirm(`sanne${round}`, path)
  }),
  letter: await record(async (round) => {
    const names = [`mila${round}`, `finn${round}`]
    for (const name of names) await addConfirmed(name, `shop${round}`)
    const send = await preparePost(letterPaths.send(await draft(`shop${round}`)))
    return async () => {
      await send()
      for (const name of names) await mailTo(name, 3)
    }
  }),
  wave: await record(async (round) => {
    const typed = { spots: '1', day: dayAhead(7), time: '18:00', type: '' }
    const invite = await preparePost(wavePaths.invite, typed)
    return async () => {
      await invite()
      await mailTo(`sanne${round}`, 3)
    }
  }),
}
console.log(JSON.stringify(flows))
rmSync(dataDir, { recursive: true })
process.exit()

/**
 * `prepare` does what comes before the flow, and returns the flow. The first round is not counted:
 * it imports modules and fills caches. Of the three others, what ran in all of them counts, so that
 * nothing counts that happened to run meanwhile.
 */
async function record(
  prepare: (round: number) => Promise<() => Promise<void>>,
): Promise<RecordedFlow> {
  const played: RecordedFlow[] = []
  for (let round = 0; round < 4; round++) {
    const flow = await prepare(round)
    await quiet()
    await filesThatRan()
    statements.length = 0
    await flow()
    await quiet()
    played.push({ files: await filesThatRan(), statements: statements.length })
  }
  const [first, ...others] = played.slice(1)
  return {
    files: first!.files.filter((file) => others.every(({ files }) => files.includes(file))),
    statements: Math.min(...played.slice(1).map((one) => one.statements)),
  }
}

/** The server's files of which a function ran since the last call. Importing a file does not count. */
async function filesThatRan(): Promise<string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result
    .filter(
      ({ url, functions }) =>
        url.startsWith('file:') &&
        functions.some(
          ({ functionName, ranges: [range] }) =>
            range!.count > 0 && !(functionName === '' && range!.startOffset === 0),
        ),
    )
    .map(({ url }) => relative(join(root, 'src/server'), fileURLToPath(url)))
    .filter((file) => !file.startsWith('..'))
    .toSorted()
}

/** Until every mail has left and its outcome is stored, and the worker has found no other. */
async function quiet(): Promise<void> {
  const sql = "select count(*) as count from outbox where state not in ('sent', 'cancelled')"
  for (let before = -1; before !== statements.length || storeFile.prepare(sql).get()!['count'];) {
    before = statements.length
    await new Promise((resolve) => wait(resolve, 100))
  }
}

/** A server at rest wakes by such timers. No flow waits for one, because commits nudge the workers. */
function holdSlowTimers(): void {
  const held = (ms = 0) => (ms >= 500 ? 2 ** 31 - 1 : ms)
  for (const name of ['setTimeout', 'setInterval'] as const) {
    const start = globalThis[name] as (run: () => void, ms?: number) => NodeJS.Timeout
    globalThis[name] = ((run: () => void, ms?: number) => start(run, held(ms))) as never
  }
}

/** As Kysely executes them, with `begin` and `commit`. */
function recordStatements(): void {
  for (const name of ['all', 'run'] as const) {
    const execute = StatementSync.prototype[name]
    StatementSync.prototype[name] = function (this: StatementSync, ...values: never[]) {
      statements.push(this.sourceSQL)
      return Reflect.apply(execute, this, values)
    } as never
  }
}

/** Settings of a server behind a proxy, with all limits. */
function readSettings() {
  const read = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    OPERATORS: 'anna@example.com',
    PUBLIC_URL: 'https://fuel.example',
    TRUSTED_PROXIES: '127.0.0.1',
    MAIL_FROM: 'Fuel <hello@fuel.example>',
    SMTP_URL: mailServer.url,
  })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  return read.config
}

async function formToken(): Promise<string> {
  const token = await freshToken(url)
  aheadMs += freshTokenMinAgeMs
  return token
}

/** Each person has a network and a mail provider of their own. */
async function signUp(name: string, token: string, source = ''): Promise<void> {
  const headers = { 'x-forwarded-for': `198.51.${mailServer.received.length}.1` }
  await answered(200, joinByCall(url, addressOf(name), { token, source, headers }))
  await mailTo(name, 1)
}

async function confirm(name: string, path: string): Promise<void> {
  await answered(200, fetch(url + path, { method: 'POST', headers: ownForm }))
  await mailTo(name, 2)
}

async function addConfirmed(name: string, source: string): Promise<void> {
  await signUp(name, await formToken(), source)
  await confirm(name, confirmPath(name))
}

function confirmPath(name: string): string {
  return new URL(linkIn(mailsTo(name)[0]!, 'confirm')).pathname
}

async function draft(source: string): Promise<string> {
  const text = { subject: 'We are live', preview: '', body: 'Come in.', lang: 'en', type: '' }
  const saved = await operator.post(letterPaths.new, {
    ...text,
    source: `utm ${source}`,
    do: 'save',
  })
  return /letters\/([\w-]+)/.exec(saved.headers.get('location') ?? '')![1]!
}

/** Opens the page that asks, and returns the press of its button. */
async function preparePost(path: string, typed: Record<string, string> = {}) {
  const asked = await operator.html(`${path}?${new URLSearchParams(typed)}`)
  const hidden = asked.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  const fields = [...hidden].map(([, name, value]) => [name!, value!] as const)
  const body = new URLSearchParams(Object.fromEntries(fields))
  const headers = { cookie: operator.cookie, ...ownForm }
  return () =>
    answered(303, fetch(url + path, { method: 'POST', redirect: 'manual', headers, body }))
}

function dayAhead(days: number): string {
  return new Date(now() + days * 86_400_000).toISOString().slice(0, 10)
}

function addressOf(name: string): string {
  return `${name}@${name}.example`
}

function mailsTo(name: string): string[] {
  return mailServer.received
    .filter(({ to }) => to[0] === addressOf(name))
    .map(({ raw }) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '='))
}

async function mailTo(name: string, count: number): Promise<void> {
  for (let waits = 0; mailsTo(name).length < count; waits++) {
    if (waits > 600) throw new Error(`${name} has ${mailsTo(name).length} mails`)
    await new Promise((resolve) => wait(resolve, 50))
  }
}

async function answered(status: number, asked: Promise<Response>): Promise<void> {
  const answer = await asked
  const text = await answer.text()
  if (answer.status !== status) throw new Error(`answered ${answer.status}: ${text}`)
}
