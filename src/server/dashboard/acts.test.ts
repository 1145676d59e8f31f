import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Act } from '#server/acts/act.ts'
import { actions } from '#server/acts/action-log.ts'
import { operatorCommands } from '../../../scripts/operator-commands.ts'
import { acts } from './acts.ts'

const folder = join(import.meta.dirname, '..')
const files = await Promise.all(
  globSync('**/*{act,acts,task}.ts', { cwd: folder }).map(
    async (file) => (await import(join(folder, file))) as Record<string, unknown>,
  ),
)
const isAct = (value: unknown): value is Act =>
  typeof value === 'object' && value !== null && 'said' in value && 'outcome' in value

test('every act that a file declares is in the list of acts', () => {
  const declared = files.flatMap((exported) =>
    Object.values(exported).flatMap((value) => [value].flat().filter(isAct)),
  )
  expect(declared.filter((act) => !acts.includes(act)).map(({ name }) => name)).toEqual([])
  expect(declared.length).toBeGreaterThanOrEqual(acts.length)
})

test('each act has a name of its own in the log, and words', () => {
  const names = [...acts.map(({ name }) => name), ...Object.keys(actions)]
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
  for (const { said } of acts) expect(said).toMatch(/^[A-Z].*[^.]$/)
})

test('each act that a command names is an action of that command, with its help', async () => {
  const tables = await Promise.all(Object.values(operatorCommands).map(async (load) => load()))
  const helps = tables.flatMap(({ table }) =>
    Object.entries(table.actions).map(([name, { help }]) => `${name}: ${help}`),
  )
  for (const { command } of acts)
    if (command) expect(helps).toContain(`${command.name}: ${command.help}`)
})

test('each act that goes on after its answer leads to a screen, without its result', () => {
  const subject = { id: 'one', step: 1 }
  const paths = acts.flatMap(({ leadsTo }) => (leadsTo ? [leadsTo(subject, undefined)] : []))
  for (const path of paths) expect(path).toMatch(/^\/dashboard\/(?!.*undefined)/)
  expect(paths).toContain('/dashboard/letters/one')
})
