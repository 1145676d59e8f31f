import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { compileCache } from '#test/compile-cache.ts'
import { freshFolder, testSecret } from '#test/fresh-store.ts'
import { inBackground } from '#test/background-process.ts'
import { reservePort } from '#test/reserved-port.ts'

const root = resolve(import.meta.dirname, '..')
const parts = [
  'campaigns',
  'src',
  'scripts',
  'package.json',
  'vite.config.ts',
  'tsconfig.base.json',
]

/** A copy of the tree, in which a campaign may be made. */
function copyOfTree(): string {
  const tree = freshFolder()
  for (const name of [...parts, 'index.html', 'dashboard.html', 'tsconfig.server.json'])
    cpSync(join(root, name), join(tree, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  return tree
}

const letter = '---\nsubject: We zijn er\n---\n\nKom binnen.\n'
const toFill =
  /Fill in your name, postal address and e-mail address as 'contact' in campaigns\/slot\/copy\/privacy\.ts/

test('[BRAND-2] [LANG-5] a new Dutch brand is built and served as it is, and sends no letter from a public address until it says who writes', async () => {
  const tree = copyOfTree()
  const port = String(await reservePort())
  const env = { CAMPAIGN: 'slot', DATA_DIR: freshFolder(), PORT: port, SECRET_KEY: testSecret }
  const run = (args: readonly string[], more: object = {}) =>
    spawnSync(process.execPath, [...args], {
      cwd: tree,
      encoding: 'utf8',
      env: { ...process.env, ...compileCache, NODE_ENV: '', ...env, ...more },
    })
  const command = (...args: string[]) => {
    const { status, stdout, stderr } = run(['scripts/run-command.ts', ...args], { PUBLIC_URL })
    return { status, said: stdout + stderr }
  }
  const PUBLIC_URL = 'https://wachtlijst.slot.nl'

  run(['scripts/write-campaign.ts'], { CAMPAIGN: 'fuel' })
  expect(
    run(['scripts/run-command.ts', 'brand', 'new', 'slot', '--lang', 'nl'], { CAMPAIGN: 'fuel' })
      .status,
  ).toBe(0)
  const built = run(['scripts/build.ts'])
  expect([built.status, built.stderr]).toEqual([0, expect.any(String)])

  const server = inBackground([process.execPath, 'dist/slot/server/main.js'], {
    cwd: tree,
    env: { ...process.env, ...env, PUBLIC_URL, MAIL_FROM: 'hallo@slot.nl' },
  })
  const answer = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
  await server.until(async () => (await answer('/').catch(() => '')).includes('lang="nl"'))
  expect(server.output()).toMatch(toFill)
  expect(await answer('/privacy')).toContain('[je naam], [je adres], die je over deze lancering')
  await server.terminate()

  const file = join(tree, 'brief.md')
  writeFileSync(file, letter)
  const { said: id } = command('letters', 'new', file)
  expect(command('letters', 'send', id.trim().split('\n')[0]!)).toEqual({
    status: 1,
    said: expect.stringMatching(toFill),
  })
  const contact = join(tree, 'campaigns/slot/copy/privacy.ts')
  const filled = readFileSync(contact, 'utf8')
    .replace('name: null', "name: 'Slot BV'")
    .replace('address: null', "address: 'Kade 1, Amsterdam'")
    .replace('email: null', "email: 'privacy@slot.nl'")
  writeFileSync(contact, filled)
  expect(run(['scripts/write-campaign.ts']).status).toBe(0)
  expect(command('letters', 'send', id.trim().split('\n')[0]!).said).not.toMatch(/Fill in/)
})
