import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '#server/db/open.ts'
import { reservePort } from '#test/reserved-port.ts'
import { freshFolder } from '#test/fresh-store.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { operatorCommand } from '#test/operator.ts'
import { spawnServer, untilReady } from '#test/server-process.ts'
import { silentLog } from '#test/silent-log.ts'
import { openMailServer } from '#test/smtp.ts'
import { joinByCall, linkIn } from '#test/visitor.ts'

test('a drill: backed up under load, destroyed, restored; all acknowledged before the backup are there, who left since is not mailed, and no mail goes before the operator says so', async () => {
  const smtp = await openMailServer()
  const [dataDir, backups, port] = [freshFolder(), freshFolder(), String(await reservePort())]
  const env = {
    PORT: port,
    DATA_DIR: dataDir,
    LIMITS: 'off',
    PUBLIC_URL: `http://localhost:${port}`,
    SMTP_URL: smtp.url,
  }
  const server = await untilReady(spawnServer(env))
  const acknowledged: string[] = []
  const enough = new AbortController()
  const visitors = Array.from({ length: 4 }, async (_, name) => {
    for (let count = 0; !enough.signal.aborted; count++) {
      const email = `v${name}-${count}@example.com`
      if (
        (await joinByCall(server.url, email).then(
          ({ status }) => status,
          () => 0,
        )) === 200
      )
        acknowledged.push(email)
    }
  })
  await expect
    .poll(() => Math.min(acknowledged.length, smtp.received.length), { timeout: 120_000 })
    .toBeGreaterThan(40)

  const before = [...acknowledged]
  const backup = await operatorCommand('backup', env, '--to', backups)
  expect(backup).toMatchObject({ code: 0, output: expect.stringContaining('checked') })
  const {
    to: [leaver],
    raw,
  } = smtp.received.find(({ to }) => before.includes(to[0]!))!
  await fetch(linkIn(decoded(raw), 'unsubscribe'), { method: 'POST' })
  enough.abort()
  await Promise.all(visitors)
  await server.kill()
  writeFileSync(join(dataDir, 'ascend.db'), 'gone with the disk, while the old WAL is still there')

  const restore = await operatorCommand(
    'restore',
    env,
    join(backups, readdirSync(backups)[0]!),
    '--force',
  )
  expect(restore).toMatchObject({
    code: 0,
    output: expect.stringContaining(
      'From the journal since the backup: 1 left, 0 suppressed, 0 erased, 0 suspended.',
    ),
  })
  const sent = smtp.received.length
  const again = await untilReady(spawnServer(env))
  expect((await joinByCall(again.url, 'noor@example.com')).status).toBe(200)
  const store = await openStore({ dataDir }, { log: silentLog, role: 'command' })
  const people = new Map(
    (await store.db.selectFrom('people').select(['email', 'state']).execute()).map(
      ({ email, state }) => [email, state],
    ),
  )
  expect(before.filter((email) => !people.has(email))).toEqual([])
  expect([people.get(leaver!), smtp.received.length]).toEqual(['unsubscribed', sent])

  const held = (
    await store.db.selectFrom('outbox').select('email').where('state', '=', 'overdue').execute()
  ).map(({ email }) => email)
  await store.close()
  expect(await operatorCommand('mail', env, 'release')).toMatchObject({
    code: 0,
    output: expect.stringContaining(`${held.length} mail`),
  })
  await expect
    .poll(() => new Set(smtp.received.slice(sent).map(({ to }) => to[0])), { timeout: 120_000 })
    .toEqual(new Set([...held, 'noor@example.com']))
  await again.kill()
  recordMeasurement(
    `drill: ${before.length} acknowledged before the backup, ${acknowledged.length} in all, ${held.length} mails held`,
  )
}, 400_000)

/** Links in the text part of a mail that was sent as quoted-printable. */
const decoded = (raw: string): string => raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
