import { validate, ValidationSeverity } from 'dockerfile-utils'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(resolve(import.meta.dirname, '..', file), 'utf8')
const dockerfile = read('Dockerfile')

test('the Dockerfile holds nothing that a builder refuses or warns of', () => {
  const settings = {
    deprecatedMaintainer: ValidationSeverity.ERROR,
    instructionCasing: ValidationSeverity.ERROR,
    instructionWorkdirRelative: ValidationSeverity.ERROR,
  }
  expect(
    validate(dockerfile, settings).map(
      ({ range, message }) => `line ${range.start.line + 1}: ${message}`,
    ),
  ).toEqual([])
})

test('both its stages are of the very Node that the lockfile names', () => {
  const { optionalDependencies } = JSON.parse(read('scripts/ready/node-26/package.json')) as {
    optionalDependencies: Record<string, string>
  }
  const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
  expect(new Set(images)).toEqual(
    new Set(Object.values(optionalDependencies).map((version) => `node:${version}-slim`)),
  )
})

test('it brings no second Node', () => {
  expect(dockerfile.match(/^ENV .*ASCEND_NODE=\/usr\/local\/bin\/node\b/gm)).toHaveLength(2)
})

test('the server in it is not root, and its health is asked for', () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
  expect(last).toMatch(/^USER node$(?![^]*^USER )/m)
  expect(last).toMatch(/^HEALTHCHECK [^]*\/healthz/m)
})

test('the user that runs the server can change nothing of the program', () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
  expect(last).toMatch(/^COPY --from=built \/app \/app$/m)
  expect(last).not.toMatch(/chown\S* +\S*\/app\b/)
  expect(dockerfile).toMatch(/npm prune --omit=dev/)
})

test('no settings of compose.yaml, which are secret, get into the image', () => {
  expect(read('.dockerignore').split('\n')).toContain('.env*')
})
