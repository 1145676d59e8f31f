import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '#test/fresh-store.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import { knownSecrets, readSecrets } from './secrets.ts'

const [newer, old] = ['n'.repeat(32), 'o'.repeat(32)]

const folderWith = (text: string) => {
  const dataDir = freshFolder()
  writeFileSync(join(dataDir, 'secret'), text)
  return dataDir
}

test('a first start makes one secret, for its owner alone to read, and keeps it', () => {
  const dataDir = freshFolder()
  const secrets = readSecrets({ dataDir })
  expect([
    secrets.length,
    secrets[0].length,
    (statSync(join(dataDir, 'secret')).mode & 0o777).toString(8),
  ]).toEqual([1, 64, '600'])
  expect(readSecrets({ dataDir })).toEqual(secrets)
})

test('the file may hold several lines, newest first', () => {
  expect(readSecrets({ dataDir: folderWith(`${newer}\n${old}\n\n${old}\n`) })).toEqual([newer, old])
})

test('SECRET_KEY counts before the file', () =>
  expect(knownSecrets({ secrets: [newer, old], dataDir: folderWith(old) })).toEqual([newer, old]))

test('SECRET_KEY without a secret of the file is refused: addresses erased under that one would no longer be recognised', () => {
  const dataDir = folderWith(`${newer}\n${old}`)
  const sentence = `SECRET_KEY lacks a secret of ${join(dataDir, 'secret')}, which this waitlist has used: add it after the newest one, or remove that file to retire its secret.`
  for (const read of [readSecrets, knownSecrets])
    expect(() => read({ secrets: [newer], dataDir })).toThrow(new StartRefused(sentence))
  rmSync(join(dataDir, 'secret'))
  expect(readSecrets({ secrets: [newer], dataDir })).toEqual([newer])
})

test('on Postgres a file that a store left behind in DATA_DIR does not count', () =>
  expect(
    readSecrets({
      secrets: [newer],
      dataDir: folderWith(old),
      databaseUrl: 'postgres://db/ascend',
    }),
  ).toEqual([newer]))

test.each(['', '\n', 'too short', `${newer}\nshort`])(
  'a file that holds %j is refused, and nothing of it is said',
  (text) => {
    expect(() => readSecrets({ dataDir: folderWith(text) })).toThrow(
      /^\S+\/secret contains a secret of fewer than 32 characters, or none: restore the file from a backup/,
    )
  },
)
