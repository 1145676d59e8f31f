import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeCertificate } from '#test/certificates.ts'
import { reservePort } from '#test/reserved-port.ts'
import { freshFolder } from '#test/fresh-store.ts'
import { operatorCommand } from '#test/operator.ts'
import { spawnServer, untilReady } from '#test/server-process.ts'
import { openTlsServer } from '#test/tls-smtp.ts'
import { joinByCall } from '#test/visitor.ts'

test('NODE_EXTRA_CA_CERTS lets a server send by a mail server whose certificate is of an authority of its own; without it status names the reason', async () => {
  const authority = makeCertificate({ name: 'Authority of the operator', isAuthority: true })
  const mailServer = await openTlsServer({
    speaks: 'starttls',
    certificate: makeCertificate({ name: 'localhost', by: authority }),
  })
  const [folder, port] = [freshFolder(), String(await reservePort())]
  const file = join(folder, 'authority.pem')
  writeFileSync(file, authority.cert)
  const env = {
    PORT: port,
    DATA_DIR: folder,
    PUBLIC_URL: `http://localhost:${port}`,
    SMTP_URL: mailServer.url,
    LIMITS: 'off',
  }
  const status = () => operatorCommand('mail', env, 'status')

  const without = await untilReady(spawnServer(env))
  expect((await joinByCall(without.url, 'sanne@example.com')).status).toBe(200)
  await expect.poll(status).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /No mail leaves since \S+Z: the certificate of the mail server is not accepted: .*NODE_EXTRA_CA_CERTS/,
    ),
  })
  await without.kill()

  const withIt = await untilReady(spawnServer({ ...env, NODE_EXTRA_CA_CERTS: file }))
  await expect.poll(() => mailServer.seen.received).toBe(1)
  await expect.poll(async () => (await status()).code).toBe(0)
  await withIt.kill()
})
