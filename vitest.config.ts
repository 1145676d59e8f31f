import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** One project per part of `npm test`; scripts/test.ts runs them in turn and prints the time of each. */
const part = (name: string, include: string[], exclude: string[] = []) => ({
  plugins: [react()],
  test: {
    name, include, exclude: ['node_modules/**', ...exclude],
    globalSetup: ['test/postgres.ts'],
    testTimeout: 60_000, hookTimeout: 60_000, maxWorkers: 2,
  },
})

const doors = ['src/server/**/*.door.test.ts', 'src/server/mail/*.smtp.test.ts']

export default defineConfig({
  test: {
    projects: [
      part('rules and store', ['src/**/*.test.{ts,tsx}', 'scripts/*.test.ts', 'test/*.test.ts', 'bench/*.test.ts'], doors),
      part('HTTP, SMTP and fuzz', doors),
      part('kills and races', ['test/faults/**/*.test.ts']),
      part('browser', ['e2e/**/*.test.ts']),
    ],
  },
})
