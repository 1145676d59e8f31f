import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { environment, nodeFlags } from '#server/runtime-settings.ts'
import { reservePort } from '#test/reserved-port.ts'
import { freshDatabase, freshFolder, testSecret } from '#test/fresh-store.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { operatorCommandWithInput } from '#test/operator.ts'
import { peakMb } from '#test/peak-memory.ts'
import { spawnServer, untilReady } from '#test/server-process.ts'
import { joinByCall } from '#test/visitor.ts'

const fresh = (env: Record<string, string> = {}) => ({
  DATA_DIR: freshFolder(),
  LIMITS: 'off',
  ...env,
})
const stopPromisedMs = 10_000

/** For tests that neither stop it nor set it up in their own way. */
const shared = fresh({ PORT: '0' })
const server = await untilReady(spawnServer(shared))
afterAll(() => server.kill())

describe('the server as a process', () => {
  test('[DASH-1] says where the page, the dashboard and kept mails are, on one line each, and how to sign in', async () => {
    const lines = server
      .output()
      .trim()
      .split('\n')
      .filter((line) => line.includes('http://'))
    expect(lines).toHaveLength(3)
    expect(lines[0]).toContain('The page: http://')
    expect(lines[1]).toMatch(/The dashboard: http:\/\/localhost:\d+\/dashboard/)
    expect(lines[2]).toContain('/dev/mails')
    expect(server.output()).toContain('run: npm run dashboard -- sign-in')
  })

  test('[DASH-1] a command with its DATA_DIR alone prints a link to where it listens, and the link works', async () => {
    const { DATA_DIR } = shared
    const run = await operatorCommandWithInput('dashboard', { DATA_DIR }, '', 'sign-in')
    const link = run.stdout.trim()
    expect(new URL(link).origin).toBe(new URL(server.url).origin)
    expect((await fetch(link)).status).toBe(200)
    const elsewhere = { DATA_DIR, PUBLIC_URL: 'https://fuel.example' }
    expect(
      (await operatorCommandWithInput('dashboard', elsewhere, '', 'sign-in')).output,
    ).toContain('https://fuel.example/dashboard/sign-in/')
  })

  test('[DASH-1] so does a command with DATABASE_URL and SECRET_KEY alone, until the server stops', async () => {
    const { databaseUrl: DATABASE_URL } = await freshDatabase()
    const env = { DATABASE_URL, SECRET_KEY: testSecret }
    const onPostgres = await untilReady(spawnServer({ ...env, PORT: '0' }))
    const signIn = () => operatorCommandWithInput('dashboard', env, '', 'sign-in')
    const link = (await signIn()).stdout.trim()
    expect(new URL(link).origin).toBe(new URL(onPostgres.url).origin)
    expect((await fetch(link)).status).toBe(200)
    onPostgres.child.kill()
    await onPostgres.exited
    expect(new URL((await signIn()).stdout.trim()).origin).toBe('http://localhost:3000')
  })

  test('with PORT=0 it listens on a free port, says which, and its own links have it', async () => {
    const port = Number(new URL(server.url).port)
    expect(port).toBeGreaterThan(0)
    expect(await (await fetch(server.url)).text()).toContain(
      `rel="canonical" href="http://localhost:${port}/"`,
    )
  })

  test('[LIVE-3] at a public https address it says in one line that figures are simulated', async () => {
    const env = { ...fresh(), LIMITS: 'on', PUBLIC_URL: 'https://waitlist.fuelprotocol.nl' }
    const server = await untilReady(spawnServer(env))
    const said = server
      .output()
      .split('\n')
      .filter((line) => line.includes('simulated figure'))
    expect(said).toEqual([
      expect.stringContaining(
        '13 simulated figures, 10 claims without evidence, 7 samples, 1 missing fact: npm run figures',
      ),
    ])
    await server.kill()
  })

  test.runIf(process.platform === 'linux')(
    'started without npm start it has the same flags and variables, under the same process id',
    async () => {
      const port = String(await reservePort())
      const env = fresh({ PORT: port, PATH: process.env['PATH'] ?? '' })
      const child = spawn(process.execPath, ['dist/fuel/server/main.js'], { env, stdio: 'ignore' })
      await untilReady({
        url: `http://localhost:${port}`,
        child,
        output: () => '',
        kill: async () => {},
        exited: Promise.resolve(null),
      })
      const of = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8').split('\0')
      expect(of('cmdline')).toEqual([
        process.execPath,
        ...nodeFlags,
        resolve('dist/fuel/server/main.js'),
        '',
      ])
      expect(of('environ')).toEqual(
        expect.arrayContaining(
          Object.entries(environment).map(([name, value]) => `${name}=${value}`),
        ),
      )
      child.kill('SIGKILL')
    },
  )

  test('after a kill it checks the store and reports that it is not damaged', async () => {
    const env = fresh()
    await (await untilReady(spawnServer(env))).kill()
    const server = await untilReady(spawnServer(env))
    await expect.poll(server.output).toContain('the store is not damaged')
    await server.kill()
  })

  test('SIGTERM finishes what is in flight, and exits with 0', async () => {
    const server = await untilReady(spawnServer(fresh()))
    const inFlight = Array.from({ length: 50 }, (_, n) =>
      joinByCall(server.url, `last${n}@example.com`).then(
        ({ status }) => status,
        () => 'refused',
      ),
    )
    await Promise.race(inFlight)
    const start = performance.now()
    server.child.kill('SIGTERM')
    expect(await server.exited).toBe(0)
    const ms = performance.now() - start
    recordMeasurement(`stopped after ${ms.toFixed(0)} ms`)
    expect(ms).toBeLessThan(3 * stopPromisedMs)
    expect(new Set(await Promise.all(inFlight)).isSubsetOf(new Set([200, 'refused']))).toBe(true)
  })

  test('a client that never ends its request cannot keep it from stopping', async () => {
    const server = await untilReady(spawnServer(fresh()))
    const hanging = fetch(`${server.url}/join`, {
      method: 'POST',
      body: new ReadableStream({ pull: () => new Promise(() => {}) }),
      duplex: 'half',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    } as RequestInit).catch(() => 'cut')
    await fetch(server.url)
    const start = performance.now()
    server.child.kill('SIGTERM')
    expect(await server.exited).toBe(0)
    recordMeasurement(`stopped after ${(performance.now() - start).toFixed(0)} ms`)
    expect(performance.now() - start).toBeLessThan(3 * stopPromisedMs)
    await hanging
  })
})

describe('bodies of 10 MB', () => {
  const large = Buffer.alloc(10 * 1024 * 1024, 'x')
  const chunked = () =>
    new ReadableStream({
      start(stream) {
        for (let n = 0; n < 160; n++) stream.enqueue(large.subarray(0, 65_536))
        stream.close()
      },
    })

  test('are refused with 413, or a closed connection, while the memory stays', async () => {
    const send = (path: string, type: string, body: Buffer | ReadableStream) =>
      fetch(server.url + path, {
        method: 'POST',
        body,
        duplex: 'half',
        headers: { 'content-type': type },
      } as RequestInit).then(
        ({ status }) => status,
        () => 413,
      )
    const round = async () =>
      new Set(
        await Promise.all([
          send('/functions/v1/send-welcome-email', 'application/json', large),
          send('/functions/v1/send-welcome-email', 'application/json', chunked()),
          send('/join', 'application/x-www-form-urlencoded', large),
          send('/join', 'application/x-www-form-urlencoded', chunked()),
          send('/confirm/x', 'application/x-www-form-urlencoded', large),
          send('/unsubscribe/x', 'text/plain', large),
          send('/unsubscribe/x', 'text/plain', chunked()),
        ]),
      )
    await round()
    const before = peakMb(server.child.pid!)
    for (let n = 0; n < 5; n++) expect(await round()).toEqual(new Set([413]))
    const grown = peakMb(server.child.pid!) - before
    recordMeasurement(`350 MB of bodies: the peak grew by ${grown.toFixed(1)} MB`)
    expect(grown).toBeLessThan(40)
  })
})

test('requests that are sent without reading the answers are cut short, and others are served', async () => {
  // Of its own: the peak of a server that had more to do before would hide what this adds.
  const server = await untilReady(spawnServer(fresh()))
  const before = peakMb(server.child.pid!)
  const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const floods = Array.from({ length: 30 }, () =>
    connect(Number(new URL(server.url).port), '127.0.0.1')
      .on('error', () => {})
      .pause(),
  )
  for (const socket of floods) socket.write(request.repeat(Math.floor(65_536 / request.length)))
  expect((await fetch(server.url)).status).toBe(200)
  const grown = peakMb(server.child.pid!) - before
  recordMeasurement(
    `30 connections with 1,600 requests each: the peak grew by ${grown.toFixed(0)} MB`,
  )
  expect(grown).toBeLessThan(150)
  floods.forEach((socket) => socket.destroy())
  await server.kill()
})

describe('a start that cannot be', () => {
  const refusal = async (env: Record<string, string>) => {
    const server = spawnServer(env)
    const code = await server.exited
    return {
      code,
      lines: server
        .output()
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('{')),
    }
  }

  test('wrong settings are named all at once', async () => {
    const { code, lines } = await refusal(fresh({ PORT: 'eighty', OPT_IN: 'maybe' }))
    expect([code, lines.length]).toEqual([1, 2])
  })

  test('a port in use is one sentence', async () => {
    const squatter = createServer().listen(0, '127.0.0.1')
    await once(squatter, 'listening')
    const { port } = squatter.address() as AddressInfo
    const { code, lines } = await refusal(fresh({ PORT: String(port) }))
    squatter.close()
    expect([code, lines]).toEqual([
      1,
      [
        `Port ${port} on 127.0.0.1 is in use: stop the program that uses it, or set PORT to another one.`,
      ],
    ])
  })

  test('a second process on the same folder is one sentence', async () => {
    const { code, lines } = await refusal(shared)
    expect([code, lines.length]).toEqual([1, 1])
    expect(lines[0]).toContain(shared.DATA_DIR)
  })

  test('a data folder that cannot be written is one sentence, also for root', async () => {
    const inTheWay = join(freshFolder(), 'file')
    writeFileSync(inTheWay, 'not a folder')
    for (const folder of [join(inTheWay, 'data'), '/proc/ascend']) {
      const { code, lines } = await refusal(fresh({ DATA_DIR: folder }))
      expect([code, lines.length]).toEqual([1, 1])
      expect(lines[0]).toContain(folder)
    }
  })

  test('a foreign file in the place of the database is one sentence', async () => {
    const folder = freshFolder()
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      join(folder, 'ascend.db'),
      'this is no database, but it is long enough to look like a file that somebody needs',
    )
    const { code, lines } = await refusal(fresh({ DATA_DIR: folder }))
    expect([code, lines.length]).toEqual([1, 1])
  })

  test.each(['secret', 'journal'])(
    'a file %s that cannot be read is one sentence, also for root',
    async (file) => {
      const env = fresh()
      await (await untilReady(spawnServer(env))).kill()
      rmSync(join(env.DATA_DIR, file))
      mkdirSync(join(env.DATA_DIR, file))
      const { code, lines } = await refusal(env)
      expect([code, lines.length]).toEqual([1, 1])
      expect(lines[0]).toContain(env.DATA_DIR)
    },
  )

  test('a misspelt setting is named beside what is wrong without it, by commands too', async () => {
    const env = { ...fresh({ SMTP_URL: 'smtp://127.0.0.1:9' }), PUBLC_URL: 'https://fuel.example' }
    const misspelt = 'PUBLC_URL is not a setting, and has no effect: did you mean PUBLIC_URL?'
    const { code, lines } = await refusal(env)
    expect([code, lines]).toEqual([
      1,
      [expect.stringContaining('PUBLIC_URL is not set, but SMTP_URL is'), misspelt],
    ])
    const elsewhere = { DATA_DRI: shared.DATA_DIR, DATA_DIR: '', HOME: freshFolder() }
    const { stderr } = await operatorCommandWithInput('dashboard', elsewhere, '', 'sign-in')
    expect(stderr).toContain('DATA_DRI is not a setting, and has no effect: did you mean DATA_DIR?')
  })

  test('a database that does not answer is one sentence without its password', async () => {
    const { code, lines } = await refusal(
      fresh({
        DATABASE_URL: `postgres://ascend:hunter2@127.0.0.1:${await reservePort()}/ascend`,
        SECRET_KEY: 'x'.repeat(32),
      }),
    )
    expect([code, lines.length]).toEqual([1, 1])
    expect(lines[0]).not.toContain('hunter2')
  })
})
