import { afterAll, expect, test } from 'vitest'
import { fixedPart, readRequirements } from '#test/requirement-rows.ts'
import { startApp } from '#test/app.ts'

const app = await startApp()
afterAll(() => app.close())

/** `/spot/…` as somebody would request it: the path alone, and with something after it. */
const requests = readRequirements().plannedPaths.flatMap((path) => {
  const [whole] = fixedPart(path).split(/\/$/)
  return path === whole ? [whole] : [whole!, `${whole}/x`]
})

test.each(requests)('[ROUTE-4] %s, which is planned, returns 404', async (path) => {
  expect((await fetch(app.url + path)).status).toBe(404)
  expect((await fetch(app.url + path, { method: 'POST' })).status).toBe(404)
})
