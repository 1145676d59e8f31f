import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import type { Campaign } from '#contract/campaign/campaign.ts'
import { fileOf } from '#campaign/read-data.js'
import { readData } from '../scripts/write-campaign.ts'
import { buildWithCampaign } from '../e2e/variant.ts'
import type { AppOptions, TestApp } from './app.ts'

/**
 * The whole server in this process with another campaign than `fuel`, whose words, theme and pictures
 * it has. `client`: browsers load its scripts too, and not those of `fuel`. Code that reads the campaign as it is imported is imported anew, and again after `close`.
 */
export async function startWithCampaign(
  changed: Campaign,
  options: AppOptions = {},
  ...more: 'client'[]
): Promise<TestApp> {
  const campaign = { ...changed, name: `test-${process.pid}` }
  const dist = await buildWithCampaign(campaign, ['page', 'mails', 'dashboard', ...more])
  const file = fileURLToPath(fileOf(campaign.name))
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...readData('fuel'), campaign }))
  process.env['CAMPAIGN'] = campaign.name
  vi.resetModules()
  const { startApp } = await import('./app.ts')
  const app = await startApp({ dist, ...options })
  return {
    ...app,
    async close() {
      await app.close()
      process.env['CAMPAIGN'] = 'fuel'
      rmSync(join(file, '..'), { recursive: true, force: true })
      vi.resetModules()
    },
  }
}
