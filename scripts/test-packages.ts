import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { hasDovecot } from '#test/dovecot.ts'
import { findPostgres } from '#test/postgres.ts'
import { chromiumPath } from './chromium.ts'

/**
 * Installs a browser, Postgres and an IMAP server with apt-get where they are missing. Says so where
 * it cannot.
 */
export function installTestPackages(): void {
  const servers = [
    ...(findPostgres() ? [] : ['postgresql']),
    ...(hasDovecot() ? [] : ['dovecot-imapd']),
  ]
  /** The first set that can be installed is enough. */
  const choices = (chromiumPath ? [[]] : [['chromium-headless-shell'], ['chromium']]).map(
    (browser) => [...browser, ...servers],
  )
  const [missing = []] = choices
  if (missing.length === 0) return
  const sentence = `The tests need ${missing.join(' and ')}`
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get'))
    return console.log(
      `${sentence}: install them with your package manager; until then the tests that need them fail.`,
    )
  console.log(`${sentence}; installing with apt-get ...`)
  const always = ['procps', 'fonts-liberation']
  const installed =
    apt('update', '-qq') &&
    choices.some((packages) =>
      apt('install', '-y', '-qq', '--no-install-recommends', ...packages, ...always),
    )
  if (!installed)
    console.log(
      `They could not be installed: run 'apt-get install ${choices.at(-1)!.join(' ')}' as root. Until then the tests that need them fail.`,
    )
}

function apt(...args: string[]): boolean {
  const [command, ...rest] = [
    ...(process.getuid?.() === 0 ? [] : ['sudo', '-n']),
    'apt-get',
    ...args,
  ]
  const { status } = spawnSync(command!, rest, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return status === 0
}
