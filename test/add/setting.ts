import type { Addition } from './project-copy.ts'

export const setting: Addition = {
  finish(copy) {
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
  },
  trial: () => ['src/server/setting-trial.ts', trial],
}

/** Runs in the copy. */
const trial = `
import { readConfig } from './config/config.ts'
for (const env of [{}, { REGION: 'us' }, { REGION: 'mars' }]) {
  const read = readConfig(env)
  console.log(read.ok ? read.config.region : read.problems.join())
}
`
