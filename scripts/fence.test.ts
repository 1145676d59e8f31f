import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** One bad import for each arrow that must not be drawn: a fence that never fires looks like a good one. */
const bad = [
  ['contract', 'campaign', 'src/contract/x.ts', '#campaign/campaign.ts'],
  ['contract', 'a library', 'src/contract/x.ts', 'zod'],
  ['campaign', 'page', 'src/campaign/x.ts', '#page/page.tsx'],
  ['page', 'server', 'src/page/x.ts', '#server/app.ts'],
  ['page', 'mails', 'src/page/x.ts', '#mails/confirm.tsx'],
  ['page', 'dashboard', 'src/page/x.ts', '#dashboard/screen.tsx'],
  ['page', 'zod', 'src/page/x.ts', 'zod'],
  ['page/ui', 'page/sections', 'src/page/ui/x.ts', '#page/sections/hero.tsx'],
  ['page/ui', 'page/capture, by a path', 'src/page/ui/x.ts', '../capture/signup-form.island.tsx'],
  ['page/ui', 'page/tracking', 'src/page/ui/x.ts', '#page/tracking/track.ts'],
  ['page/tracking', 'page/capture', 'src/page/tracking/x.ts', '#page/capture/send.ts'],
  ['page/tracking', 'page/sections, by a path', 'src/page/tracking/x.ts', '../sections/hero.tsx'],
  ['page/browser', 'page/bars', 'src/page/browser/x.ts', '#page/bars/sticky-bar.tsx'],
  ['page/capture', 'page/sections', 'src/page/capture/x.ts', '#page/sections/hero.tsx'],
  ['page/phases', 'page/popups', 'src/page/phases/x.ts', '#page/popups/popup.tsx'],
  ['page/ambience', 'page/sections, by a path', 'src/page/ambience/x.ts', '../sections/hero.tsx'],
  ['page/scarcity', 'page/bars', 'src/page/scarcity/x.ts', '#page/bars/sticky-bar.tsx'],
  ['page/capture', 'page/bars', 'src/page/capture/x.ts', '#page/bars/bar-place.ts'],
  ['page/bars', 'page/sections', 'src/page/bars/x.ts', '#page/sections/hero.tsx'],
  ['page/popups', 'page/quiz', 'src/page/popups/x.ts', '#page/quiz/the-quiz.ts'],
  ['page/popups', 'the page', 'src/page/popups/x.ts', '#page/page.tsx'],
  ['mails', 'page', 'src/mails/x.ts', '#page/page.tsx'],
  ['mails', 'server', 'src/mails/x.ts', '#server/app.ts'],
  ['dashboard', 'page', 'src/dashboard/x.ts', '#page/page.tsx'],
  ['dashboard', 'server', 'src/dashboard/x.ts', '#server/app.ts'],
  ['server', 'page', 'src/server/x.ts', '#page/page.tsx'],
  ['server', 'mails', 'src/server/x.ts', '#mails/confirm.tsx'],
  ['server', 'react', 'src/server/x.ts', 'react'],
  ['server/waitlist', 'the database driver', 'src/server/waitlist/x.ts', 'node:sqlite'],
  ['server/quiz', 'the database driver', 'src/server/quiz/x.ts', 'node:sqlite'],
  ['server/events', 'the database driver', 'src/server/events/x.ts', 'pg'],
  ['server/site', 'page', 'src/server/site/x.ts', '#page/page.tsx'],
] as const

test.each(bad)('%s may not import %s', (_from, _to, file, specifier) => {
  expect(lint(file, specifier)).toContain('no-restricted-imports')
})

test.each([
  ['src/page/x.ts', '#contract/email.ts'],
  ['src/server/waitlist/x.ts', '#server/store/open.ts'],
  ['src/campaign/x.ts', '#contract/campaign.ts'],
  ['src/page/capture/x.ts', '#page/tracking/track.ts'],
  ['src/page/tracking/x.ts', '#page/browser/shelf.ts'],
  ['src/page/tracking/x.ts', '#page/api.ts'],
])('%s may import %s', (file, specifier) =>
  expect(lint(file, specifier)).not.toContain('no-restricted-imports'),
)

function lint(file: string, specifier: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'ascend-fence-'))
  try {
    cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), `import { x } from '${specifier}'\nexport const y = x\n`)
    return spawnSync(join(root, 'node_modules/.bin/oxlint'), ['src'], {
      cwd: folder,
      encoding: 'utf8',
    }).stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
