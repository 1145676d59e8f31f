import { startApp } from '#test/app.ts'
import { open, openBrowser, visitor } from './e2e/browser.ts'
import { bytesOf } from './e2e/measures.ts'
const browser = await openBrowser()
for (const mode of ['simulated','live']) {
  const app = await startApp({ env: { FIGURES: mode } })
  const sanne = await visitor(browser, {})
  await open(sanne, app.url)
  await sanne.page.waitForLoadState('networkidle')
  const scripts = [...new Set(sanne.requests)].filter((p) => p.endsWith('.js'))
  let total = 0
  for (const p of scripts) { const n = await bytesOf(app.url + p); total += n; console.log(mode, p, n) }
  console.log(mode, 'total', total, 'page', await bytesOf(app.url))
  if (mode==='live') { const r = await fetch(app.url+scripts[0],{headers:{'accept-encoding':'br'}}); for (const h of r.headers) console.log(h.join(': ')) }
  await sanne.leave()
  await app.close()
}
await browser.close()
process.exit()
