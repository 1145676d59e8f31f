import { expect, test } from 'vitest'
import { copyProject } from './project-copy.ts'

test('a setting is one declaration; its parsing, error, help and row in README follow', () => {
  using copy = copyProject()
  copy.edit(
    'src/server/config/settings.ts',
    '} as const satisfies Record<string, Setting>',
    `  region: {
    name: 'REGION',
    format: z.enum(['eu', 'us'], 'use eu or us').default('eu'),
    help: 'where the data lies',
  },
} as const satisfies Record<string, Setting>`,
  )
  copy.write(
    'src/server/trial.ts',
    `import { readConfig } from './config/config.ts'
for (const env of [{}, { REGION: 'us' }, { REGION: 'mars' }]) {
  const read = readConfig(env)
  console.log(read.ok ? read.config.region : read.problems.join())
}
`,
  )
  expect(copy.run('node', 'src/server/trial.ts').output).toBe(
    "eu\nus\nREGION is 'mars', which is not usable: use eu or us.\n",
  )
  expect(copy.run('node', 'src/server/main.ts', '--help').output).toMatch(
    /^REGION +where the data lies\. Default: eu\.$/m,
  )
  copy.run('node', 'scripts/docs-tables.ts')
  expect(copy.read('README.md')).toContain('| `REGION` | `eu` | where the data lies |')
}, 300_000)
