import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readLostChanges } from '#server/db/integrity.ts'
import { openStore } from '#server/db/open.ts'
import { lostIncident } from '#server/ops/incidents.ts'
import { freshFolder } from '#test/fresh-store.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { reservePort } from '#test/reserved-port.ts'
import { spawnServer, untilReady } from '#test/server-process.ts'
import { silentLog } from '#test/silent-log.ts'
import { openMailServer } from '#test/smtp.ts'
import { joinByCall, linkIn } from '#test/visitor.ts'

const leaver = 'leaver@example.com'

test('after kill -9 and one flipped byte in the write-ahead log the server says that sign-ups are lost, and who had left is off the list', async () => {
  const smtp = await openMailServer()
  const [dataDir, port] = [freshFolder(), String(await reservePort())]
  const publicUrl = `http://localhost:${port}`
  const env = {
    PORT: port,
    DATA_DIR: dataDir,
    LIMITS: 'off',
    PUBLIC_URL: publicUrl,
    SMTP_URL: smtp.url,
  }
  const mailTo = (email: string) =>
    decoded(smtp.received.find(({ to }) => to[0] === email)?.raw ?? '')
  const join20 = async (server: { url: string }, name: string) => {
    for (let count = 0; count < 20; count++)
      expect((await joinByCall(server.url, `${name}${count}@example.com`)).status).toBe(200)
  }

  const first = await untilReady(spawnServer(env))
  await joinByCall(first.url, leaver)
  await expect.poll(() => mailTo(leaver), { timeout: 240_000 }).toContain('/confirm/')
  await fetch(linkIn(mailTo(leaver), 'confirm'), { method: 'POST' })
  first.child.kill('SIGTERM')
  expect(await first.exited).toBe(0)

  const second = await untilReady(spawnServer(env))
  await join20(second, 'before')
  await fetch(linkIn(mailTo(leaver), 'unsubscribe'), { method: 'POST' })
  await join20(second, 'after')
  // The jobs at a start empty the log once, perhaps only now.
  const wal = join(dataDir, 'ascend.db-wal')
  let last = ''
  for (let n = 0; last === '' || statSync(wal).size < 8_192; n++) {
    last = `last${n}@example.com`
    expect((await joinByCall(second.url, last)).status).toBe(200)
  }
  await second.kill()
  const bytes = readFileSync(wal)
  bytes[1_000]! ^= 1
  writeFileSync(wal, bytes)

  const third = await untilReady(spawnServer(env))
  expect(third.output()).toContain('the last changes before the crash are lost')
  const store = await openStore({ dataDir }, { log: silentLog, role: 'command' })
  const people = await store.db.selectFrom('people').select(['email', 'state']).execute()
  expect(people.find(({ email }) => email === leaver)?.state).toBe('unsubscribed')
  expect(people.map(({ email }) => email)).not.toContain(last)
  const lost = await readLostChanges(store.db)
  recordMeasurement(`${lost?.commits} commits and ${lost?.people} person of the journal were lost`)
  expect(lost?.commits).toBeGreaterThanOrEqual(1)
  const [incident] = lostIncident(lost, Date.now())
  expect(incident?.text).toMatch(/at least \d+ commits are lost, such as sign-ups/)
  await store.close()
  await third.kill()
})

/** The text part of a mail that was sent as quoted-printable. */
const decoded = (raw: string): string => raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
