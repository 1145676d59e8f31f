import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyTree } from './test-tree.ts'

/**
 * `npm run test:long -- brand [PART...]`: puts the brand of test/other-campaign.ts into a copy and
 * runs the tests there, as somebody who changes the brand would. Only tests of the shipped campaign
 * may fail. Returns one line per part, and whether other tests failed.
 */
export function tryAnotherBrand(parts: readonly string[]): { failed: boolean; lines: string[] } {
  const copy = copyTree()
  writeFileSync(
    join(copy, 'src/campaign/campaign.ts'),
    "export { otherCampaign as campaign } from '../../test/other-campaign.ts'\n",
  )
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/test.ts', ...(parts.length > 0 ? parts : ['parts'])],
    {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: 1_000_000_000,
    },
  )
  console.log(`${stdout}${stderr}`)
  const results = [...stdout.matchAll(/^--- (.+): (\d+) passed, (\d+) failed/gm)]
  const failed =
    results.length <= 1 ||
    results.some(
      ([, part, passed, failures]) =>
        part !== 'the shipped campaign' && (Number(passed) === 0 || Number(failures) > 0),
    )
  return {
    failed,
    lines: [
      ...results.map(
        ([, part, passed, failures]) => `${part}: ${passed} passed, ${failures} failed`,
      ),
      failed
        ? 'With another brand other tests fail as well.'
        : 'With another brand only tests of the shipped campaign fail.',
    ],
  }
}
