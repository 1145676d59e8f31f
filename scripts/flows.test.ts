import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { requireFreshBuild } from '#test/fresh-build.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { flowNames, flowsIn, flowsInWords, recordFlows, withFlows } from './flows.ts'

const root = resolve(import.meta.dirname, '..')
const text = readFileSync('ARCHITECTURE.md', 'utf8')
const listed = flowsIn(text)

test('ARCHITECTURE.md lists the files of the server that run for a sign-up, a confirmation, a letter and a wave (npm run flows writes them)', () => {
  requireFreshBuild()
  const recorded = recordFlows(root)
  recordMeasurement(flowsInWords(recorded))
  for (const name of flowNames)
    expect([name, listed[name].files]).toEqual([name, recorded[name].files])
  // The two mails of the letter may be claimed together, or one after the other.
  for (const name of flowNames.filter((one) => one !== 'letter'))
    expect([name, listed[name].statements]).toEqual([name, recorded[name].statements])
})

test('the list is read as it is written', () => {
  expect(withFlows(text, listed)).toBe(text)
  const wave = { files: ['app.ts', 'db/sqlite.ts', 'ops/doctor/dns.ts'], statements: 3 }
  const flows = { ...listed, wave }
  expect(flowsIn(withFlows(text, flows))).toEqual(flows)
  expect(() => withFlows('no list', flows)).toThrow('does not contain')
})
