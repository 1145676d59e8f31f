import type { Addition } from './project-copy.ts'

const file = 'src/server/ops/wave-hello-act.ts'
const list = 'src/server/ops/mail-acts.ts'

/** An act of operators: its declaration, and one line in the list of its folder. */
export const act: Addition = {
  missingInTests: (copy) => copy.write(file, declaration),
  finish(copy) {
    copy.edit(list, 'retry, doctor]', 'retry, doctor, waveHello]')
    copy.write(list, `import { waveHello } from './wave-hello-act.ts'\n${copy.read(list)}`)
  },
  trial: () => ['src/server/ops/act-trial.test.ts', trial],
  tests: ['src/server/ops/act-trial', 'src/server/dashboard/acts.test.ts'],
}

const declaration = `
import { z } from 'zod'
import { asked, leadsTo, mailAct } from './mail-act.ts'

export const waveHello = mailAct<undefined, undefined, { name: string }>({
  name: 'wave-hello',
  said: 'Waved hello',
  path: '/dashboard/mail/hello',
  leadsTo,
  ask: async () => asked({ title: 'Wave?', facts: { Then: 'nothing' }, button: 'Wave', back: 'No' }),
  fields: z.object({ name: z.string().meta({ value: 'NAME', help: 'to whom' }) }),
  details: ({ fields }) => fields,
  run: async (_, { fields: { name } }) => 'waved at ' + name,
  outcome: (outcome) => outcome,
  command: {
    name: 'hello',
    help: 'Waves hello.',
    says: (outcome) => [outcome],
    json: (outcome) => ({ outcome }),
  },
})
`

/** Runs in the copy. */
const trial = `
import { expect, test } from 'vitest'
import { listActs } from '#server/acts/action-log.ts'
import { describeAct } from '#server/dashboard/acts.ts'
import { freshStore } from '#test/fresh-store.ts'
import { mailCommand } from './mail-actions.ts'
import { runAction } from '#test/run-action.ts'

test('the command acts, prints text or JSON, and the log says so', async () => {
  const store = await freshStore('sqlite')
  const lines: string[] = []
  const deps = { store, now: 1, print: (line: string) => void lines.push(line) }
  for (const more of [[], ['--json']])
    expect(await runAction(mailCommand, ['hello', '--name', 'Sanne', ...more], deps as never)).toBe(0)
  expect(lines).toEqual(['waved at Sanne', '{"outcome":"waved at Sanne"}'])
  const [act] = await listActs(store.db, { most: 1 })
  expect(describeAct(act!)).toBe('Waved hello (name: Sanne): waved at Sanne.')
})
`
