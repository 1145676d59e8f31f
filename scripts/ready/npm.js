import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'

/** Runs npm under the given Node: npm skips packages that its Node is too old for. */
export function runNpm(node, args, cwd) {
  const cli = npmCli()
  const path = `${dirname(node)}${delimiter}${process.env.PATH}`
  const options = { cwd, encoding: 'utf8', env: { ...process.env, PATH: path, NODE_ENV: '' } }
  return cli ? spawnSync(node, [cli, ...args], options) : spawnSync('npm', args, options)
}

/** The npm that started this script, else the one beside its Node, else the first one in PATH. */
export function npmCli() {
  const started = process.env.npm_execpath
  const beside = join(
    dirname(realpathSync(process.execPath)),
    '../lib/node_modules/npm/bin/npm-cli.js',
  )
  const inPath = (process.env.PATH || '').split(delimiter).map((folder) => join(folder, 'npm'))
  const candidates = [started, beside, ...inPath]
    .filter((file) => file && existsSync(file))
    .map((file) => realpathSync(file))
  return candidates.find((file) => basename(file) === 'npm-cli.js')
}
